import type { Account } from '../db/account.ts';
import { type Page, pageOf, type Paging } from '../db/page.ts';
import { moment } from '../db/rows.ts';
import type { MailKind } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** An email that stayed here, as a list shows it. */
interface KeptMail {
  id: string;
  kind: MailKind;
  to: string;
  at: string;
  /** Its beginning, with the headers. */
  head: Buffer;
}

interface Row {
  id: string;
  kind: MailKind;
  to_address: string;
  at: Date;
  raw: Buffer;
}

/** Bytes that hold the headers of an email of ours. */
const HEAD = 4_000;

/** Emails that no mail server took, newest first. */
export async function listOutbox(account: Account, paging: Paging): Promise<Page<KeptMail>> {
  const rows = await account.rows<Row>(
    (own) => sql`
      select m.id, m.kind, m.to_address, o.at, substring(o.raw from 1 for ${HEAD}) as raw
      from ${own('outbox')} as o join ${own('mails')} as m on m.id = o.mail_id
      order by o.at desc, o.mail_id
      limit ${paging.limit + 1} offset ${paging.offset}`,
  );
  const kept = rows.map(({ id, kind, to_address, at, raw }) => ({
    id: toWire('mal', id),
    kind,
    to: to_address,
    at: moment(at),
    head: Buffer.from(raw),
  }));
  return pageOf(kept, paging);
}

/** An email that stayed here, whole. @throws Refusal `not_found` */
export async function readOutboxMail(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('mal', id, 'email');
  const [row] = await account.rows<Row>(
    (own) => sql`
            select m.id, m.kind, m.to_address, o.at, o.raw
            from ${own('outbox')} as o join ${own('mails')} as m on m.id = o.mail_id
            where o.mail_id = ${uuid}`,
  );
  if (!row) throw notFound('email');
  return { id, kind: row.kind, to: row.to_address, at: moment(row.at), raw: Buffer.from(row.raw) };
}
