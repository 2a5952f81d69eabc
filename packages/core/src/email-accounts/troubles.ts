import type { Selectable } from 'kysely';

import type { EmailAccounts, PauseCause } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import { pauseRecordOf, systemPauseOf, type SystemPauseRecord } from '../deliverability/paused.ts';
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

/** A row of `inboxTroubles`, as the driver reads it or out of JSON. */
export type TroubleRow = Omit<Columns, 'system_paused_at'> & {
  system_paused_at: Date | string | null;
  cause: PauseCause | null;
  threshold: SystemPauseRecord['threshold'];
  rows: SystemPauseRecord['rows'];
  paused_at: Date | string;
};

/**
 * A query of what troubles some of the inboxes, oldest first: a row each, for `troubleOf`.
 * @param which a condition over `email_accounts as a`
 */
export function inboxTroubles(own: Own, which: Sql<boolean>): Sql<TroubleRow> {
  return sql<TroubleRow>`
    select a.id, a.address, a.status, a.system_pause_reason, a.system_paused_at, a.dns_found,
      ${sql.join(CHECKS.map((name) => sql.ref(`a.${name}`)))}, p.cause, p.threshold, p.rows, p.paused_at
    from ${own('email_accounts')} as a
    left join ${own('system_pauses')} as p
      on p.kind = 'inbox' and p.of_id = a.id and p.lifted_at is null and a.system_paused_at is not null
    where a.removed_at is null and ${which}
    order by a.created_at, a.id`;
}

export function troubleOf({ cause, ...row }: TroubleRow): InboxTrouble {
  return {
    id: toWire('eml', row.id),
    address: row.address,
    status: row.status,
    system_pause: systemPauseOf(row),
    record: cause === null ? null : pauseRecordOf({ ...row, cause }),
    checks: checksOf(row),
  };
}
