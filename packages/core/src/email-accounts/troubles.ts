import type { Account } from '../db/account.ts';
import type { DnsCheck, DnsFindings, PauseCause } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { fromWire, toWire } from '../ids.ts';
import { pauseRecordOf, type SystemPauseRecord } from '../watch/paused.ts';
import { CHECKS, type CheckName, checksOf, type InboxDomain } from './domain-checks.ts';

/** What there is to know about why an inbox does not send, or sends badly. */
export interface InboxTrouble {
  /** Why the system paused it, where it did and wrote that down. */
  record: SystemPauseRecord | null;
  /** What DNS says of its domain now, and should say. */
  checks: InboxDomain['checks'];
}

type Row = Record<CheckName, DnsCheck> & {
  id: string;
  dns_found: DnsFindings | null;
  cause: PauseCause | null;
  threshold: SystemPauseRecord['threshold'];
  rows: SystemPauseRecord['rows'];
  paused_at: Date;
};

/** What troubles inboxes (eml_...), by their ids, in one statement; nothing for an id that no inbox has. */
export async function readInboxTroubles(
  account: Account,
  ids: readonly string[],
): Promise<Map<string, InboxTrouble>> {
  if (ids.length === 0) return new Map();
  const uuids = ids.map((id) => fromWire('eml', id)).filter((uuid) => uuid !== null);
  const rows = await account.rows<Row>(
    (own) => sql`
      select a.id, a.dns_found, ${sql.join(CHECKS.map((name) => sql.ref(`a.${name}`)))},
        p.cause, p.threshold, p.rows, p.paused_at
      from ${own('email_accounts')} as a
      left join ${own('system_pauses')} as p
        on p.kind = 'inbox' and p.of_id = a.id and p.lifted_at is null and a.system_paused_at is not null
      where a.id = any(${uuids}::uuid[])`,
  );
  return new Map(
    rows.map(({ id, cause, ...row }): [string, InboxTrouble] => [
      toWire('eml', id),
      { record: cause === null ? null : pauseRecordOf({ ...row, cause }), checks: checksOf(row) },
    ]),
  );
}
