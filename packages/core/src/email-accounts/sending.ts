import type { Selectable } from 'kysely';

import type { EmailAccounts } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';

/** Whether an inbox sends: it is active, and not paused by the system. */
export function isSending({
  status,
  system_paused_at,
}: Pick<Selectable<EmailAccounts>, 'status' | 'system_paused_at'>): boolean {
  return status === 'active' && system_paused_at === null;
}

/** The same of a row, by the name of `email_accounts` in the statement; a removed inbox does not send. */
export function sends(inbox: 'e' | 'email_accounts'): Sql<boolean> {
  const column = (name: string) => sql.ref(`${inbox}.${name}`);
  return sql<boolean>`(
    ${column('status')} = 'active' and ${column('system_paused_at')} is null and ${column('removed_at')} is null
  )`;
}
