import type { Selectable } from 'kysely';

import type { Account } from '../db/account.ts';
import type { EmailAccounts, PauseCause } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import { pauseRecordOf, systemPauseOf, type SystemPauseRecord } from '../watch/paused.ts';
import { CHECKS, type CheckName, checksOf, type InboxDomain } from './domain-checks.ts';

type Columns = Pick<
  Selectable<EmailAccounts>,
  'id' | 'address' | 'status' | 'system_pause_reason' | 'system_paused_at' | 'dns_found' | CheckName
>;

/** An inbox with what there is to know about why it does not send, or sends badly. */
export interface InboxTrouble {
  id: string;
  address: string;
  status: Columns['status'];
  system_pause: ReturnType<typeof systemPauseOf<NonNullable<Columns['system_pause_reason']>>>;
  /** Why the system paused it, where it did and wrote that down. */
  record: SystemPauseRecord | null;
  /** What DNS says of its domain now, and should say. */
  checks: InboxDomain['checks'];
}

type Row = Columns & {
  cause: PauseCause | null;
  threshold: SystemPauseRecord['threshold'];
  rows: SystemPauseRecord['rows'];
  paused_at: Date;
};

/**
 * What troubles some of the inboxes, oldest first, in one statement.
 * @param which a condition over `email_accounts as a`
 */
export async function readInboxTroubles(
  account: Account,
  which: (own: Own) => Sql<boolean>,
): Promise<InboxTrouble[]> {
  const rows = await account.rows<Row>(
    (own) => sql`
      select a.id, a.address, a.status, a.system_pause_reason, a.system_paused_at, a.dns_found,
        ${sql.join(CHECKS.map((name) => sql.ref(`a.${name}`)))}, p.cause, p.threshold, p.rows, p.paused_at
      from ${own('email_accounts')} as a
      left join ${own('system_pauses')} as p
        on p.kind = 'inbox' and p.of_id = a.id and p.lifted_at is null and a.system_paused_at is not null
      where a.removed_at is null and ${which(own)}
      order by a.created_at, a.id`,
  );
  return rows.map(({ cause, ...row }) => ({
    id: toWire('eml', row.id),
    address: row.address,
    status: row.status,
    system_pause: systemPauseOf(row),
    record: cause === null ? null : pauseRecordOf({ ...row, cause }),
    checks: checksOf(row),
  }));
}
