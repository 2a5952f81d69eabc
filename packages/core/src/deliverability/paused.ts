import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import type { PauseCause } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { fromWire } from '../ids.ts';

/** What the system paused, and by what it was judged. */
export interface SystemPauseRecord {
  cause: PauseCause;
  threshold: Record<string, number | string>;
  rows: Record<string, string | null>[];
  paused_at: string;
}

/** Why the system paused an inbox (eml_...) or a campaign (cmp_...) that is paused now; null where it is not written down. */
export async function readPauseRecord(
  account: Account,
  { id }: { id: string },
): Promise<SystemPauseRecord | null> {
  const kind = id.startsWith('eml_') ? 'inbox' : 'campaign';
  const uuid = fromWire(kind === 'inbox' ? 'eml' : 'cmp', id);
  if (uuid === null) return null;
  const [row] = await account.rows((own) => openPause(own, kind, sql`${uuid}`));
  return row ? pauseRecordOf(row) : null;
}

/** A query of what the system paused an inbox or a campaign for: one row, and none while it has not. */
export function openPause(own: Own, kind: 'inbox' | 'campaign', uuid: Sql): Sql<PauseRow> {
  return sql<PauseRow>`
    select p.cause, p.threshold, p.rows, p.paused_at
    from ${own('system_pauses')} as p
    where p.kind = ${kind} and p.of_id = ${uuid} and p.lifted_at is null`;
}

export type PauseRow = Omit<SystemPauseRecord, 'paused_at'> & { paused_at: Date | string };

export function pauseRecordOf({ cause, threshold, rows, paused_at }: PauseRow): SystemPauseRecord {
  return { cause, threshold, rows, paused_at: moment(paused_at) };
}

/** What the system paused an inbox for, and when; null while it has not. */
export function systemPauseOf<Reason extends string>(inbox: {
  system_pause_reason: Reason | null;
  system_paused_at: Date | string | null;
}): { reason: Reason; at: string } | null {
  const { system_pause_reason: reason, system_paused_at: at } = inbox;
  return reason && at ? { reason, at: moment(at) } : null;
}

/** Inboxes that are paused because their server refused the sign-in, by UUID, with what reaches it. */
export function readRefusedInboxes(
  account: Account,
): Promise<{ id: string; address: string; smtp_secret: Buffer }[]> {
  return account.rows(
    (own) => sql<{ id: string; address: string; smtp_secret: Buffer }>`
      select a.id, a.address, a.smtp_secret
      from ${own('email_accounts')} as a
      join ${own('system_pauses')} as p
        on p.kind = 'inbox' and p.of_id = a.id and p.cause = 'sign_in' and p.lifted_at is null
      where a.smtp_secret is not null and a.removed_at is null
      order by a.id`,
  );
}
