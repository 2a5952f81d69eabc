import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment } from '../db/rows.ts';
import type { IncomingKind } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** An email of an inbox that is about none of ours. */
interface UnmatchedEmail {
  id: string;
  from: string;
  subject: string | null;
  received_at: string;
  kind: IncomingKind;
  /** The inbox that it came into. */
  inbox: string;
}

type Row = Omit<UnmatchedEmail, 'received_at'> & { received_at: Date };

/** Emails that were pulled from the inboxes and are about none of ours, latest first. They count in `inbox_messages` alone. */
export async function listUnmatched(account: Account, paging: Paging): Promise<Page<UnmatchedEmail>> {
  const rows = await account.rows<Row>(
    (own) => sql`
      select ${COLUMNS}
      from ${own('inbox_messages')} as i
      join ${own('email_accounts')} as a on a.id = i.email_account_id
      where ${UNMATCHED}
      order by i.received_at desc, i.id
      limit ${paging.limit + 1} offset ${paging.offset}`,
  );
  return pageOf(rows.map(onWire), paging);
}

/** One of them, with what it says. @throws Refusal `not_found` */
export async function readUnmatched(
  account: Account,
  { id }: { id: string },
): Promise<UnmatchedEmail & { text: string }> {
  const uuid = uuidOf('msg', id, 'email');
  const [row] = await account.rows<Row & { text: string }>(
    (own) => sql`
      select ${COLUMNS}, i.body as text
      from ${own('inbox_messages')} as i
      join ${own('email_accounts')} as a on a.id = i.email_account_id
      where ${UNMATCHED} and i.id = ${uuid}`,
  );
  if (!row) throw notFound('email');
  return { ...onWire(row), text: row.text };
}

const COLUMNS = sql`i.id, i.from_address as from, i.subject, i.received_at, i.kind, a.address as inbox`;
const UNMATCHED = sql`i.enrollment_id is null and i.mail_id is null`;

function onWire({ id, received_at, from, subject, kind, inbox }: Row): UnmatchedEmail {
  return { id: toWire('msg', id), from, subject, received_at: moment(received_at), kind, inbox };
}
