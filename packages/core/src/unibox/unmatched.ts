import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment } from '../db/rows.ts';
import type { IncomingKind } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';

/** An email of an inbox that is about none of ours. */
export interface UnmatchedEmail {
  id: string;
  from: string;
  subject: string | null;
  received_at: string;
  kind: IncomingKind;
  /** The inbox that it came into. */
  inbox: string;
}

/** Emails that were pulled from the inboxes and are about none of ours, latest first. They count in `inbox_messages` alone. */
export async function listUnmatched(account: Account, paging: Paging): Promise<Page<UnmatchedEmail>> {
  const rows = await account.rows<Omit<UnmatchedEmail, 'received_at'> & { received_at: Date }>(
    (own) => sql`
      select i.id, i.from_address as from, i.subject, i.received_at, i.kind, a.address as inbox
      from ${own('inbox_messages')} as i
      join ${own('email_accounts')} as a on a.id = i.email_account_id
      where i.enrollment_id is null and i.mail_id is null
      order by i.received_at desc, i.id
      limit ${paging.limit + 1} offset ${paging.offset}`,
  );
  return pageOf(
    rows.map(({ id, received_at, ...row }) => ({
      ...row,
      id: toWire('msg', id),
      received_at: moment(received_at),
    })),
    paging,
  );
}
