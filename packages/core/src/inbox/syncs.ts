import type { Updateable } from 'kysely';

import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import type { InboxSyncs } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { fromWire } from '../ids.ts';

/** How far an inbox has been read. */
export interface SyncPosition {
  uid_validity: string;
  last_uid: number;
}

/** An inbox that can be read, with what it takes. `id` is a UUID. */
export interface SyncedInbox {
  id: string;
  address: string;
  imap_secret: Buffer;
  /** Null before it was first read. */
  position: SyncPosition | null;
  /** Of its Sent folder. */
  sent_position: SyncPosition | null;
  /** Of its folder for spam. */
  junk_position: SyncPosition | null;
}

/** The inboxes of an account that have an IMAP server. One that the system paused is read, too: its bounces and replies go on. */
export async function readInboxes(account: Account): Promise<SyncedInbox[]> {
  const rows = await account.rows<{
    id: string;
    address: string;
    imap_secret: Buffer;
    uid_validity: string | null;
    last_uid: number | null;
    sent_uid_validity: string | null;
    sent_last_uid: number | null;
    junk_uid_validity: string | null;
    junk_last_uid: number | null;
  }>(
    (own) => sql`
      select a.id, a.address, a.imap_secret, s.uid_validity, s.last_uid, s.sent_uid_validity, s.sent_last_uid,
        s.junk_uid_validity, s.junk_last_uid
      from ${own('email_accounts')} as a
      left join ${own('inbox_syncs')} as s on s.email_account_id = a.id
      where a.imap_secret is not null and a.removed_at is null
      order by a.id`,
  );
  return rows.map(({ id, address, imap_secret, ...row }) => ({
    id,
    address,
    imap_secret: Buffer.from(imap_secret),
    position: positionOf(row.uid_validity, row.last_uid),
    sent_position: positionOf(row.sent_uid_validity, row.sent_last_uid),
    junk_position: positionOf(row.junk_uid_validity, row.junk_last_uid),
  }));
}

function positionOf(uid_validity: string | null, last_uid: number | null): SyncPosition | null {
  return uid_validity === null ? null : { uid_validity, last_uid: Number(last_uid) };
}

/** Writes down that an inbox was looked into and had nothing new. */
export async function keepSynced(account: Account, inbox: string): Promise<void> {
  await account
    .update('inbox_syncs')
    .set({ synced_at: sql<Date>`clock_timestamp()`, failing_since: null, failure: null })
    .where('email_account_id', '=', inbox)
    .execute();
}

/** Writes down why an inbox could not be read; the first moment of it stays. */
export async function keepSyncFailure(account: Account, inbox: string, told: string): Promise<void> {
  const [failure, now] = [told.slice(0, 2_000), sql<Date>`clock_timestamp()`];
  const failing_since = sql<Date>`coalesce(inbox_syncs.failing_since, clock_timestamp())`;
  await keepSyncState(account, inbox, { failing_since, failure }, { failing_since: now, failure });
}

/** Why an inbox cannot be read, and since when; null while it can. @param options.id its id (eml_...) */
export async function readSyncFailure(
  account: Account,
  { id }: { id: string },
): Promise<{ since: string; reason: string } | null> {
  const row = await account
    .select('inbox_syncs')
    .select(['failing_since', 'failure'])
    .where('email_account_id', '=', fromWire('eml', id))
    .where('failing_since', 'is not', null)
    .executeTakeFirst();
  return row?.failing_since ? { since: moment(row.failing_since), reason: row.failure ?? '' } : null;
}

type Row = Updateable<InboxSyncs>;
type State = { [Column in keyof Row]: Row[Column] | Sql<Row[Column]> };

/** Writes down how reading an inbox stands; `first` where nothing was written of it before. @param inbox UUID */
export async function keepSyncState(
  account: Account,
  inbox: string,
  state: State,
  first = state,
): Promise<void> {
  const kept = await account
    .update('inbox_syncs')
    .set(state)
    .where('email_account_id', '=', inbox)
    .returning('email_account_id')
    .execute();
  if (kept.length === 0) await account.insert('inbox_syncs', { ...first, email_account_id: inbox });
}

/** Days that an email is kept as it came. */
const RAW_DAYS = 30;

/** Deletes emails as they came that are older; what was read of them stays. @returns how many there were */
export async function pruneRawMails(account: Account): Promise<number> {
  const deleted = await account
    .remove('raw_mails')
    .where('kept_at', '<', sql<Date>`now() - ${RAW_DAYS} * interval '1 day'`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
