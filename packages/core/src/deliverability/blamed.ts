import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';

/** An email that was refused because of its sender, its domain or what it said. */
export interface BlamedMail {
  conversation_id: string;
  email: string;
  /** The server's words. */
  failure: string | null;
  bounced_at: string;
}

/** The latest emails of an inbox, by UUID, that were refused because of us. */
export async function latestBlamed(account: Account, inbox: string): Promise<BlamedMail[]> {
  const rows = await account.rows<{
    enrollment_id: string;
    email: string;
    failure: string | null;
    blamed_at: Date;
  }>(
    (own) => sql`
      select m.enrollment_id, m.to_address as email, m.response as failure, m.blamed_at
      from ${own('mails')} as m
      where m.email_account_id = ${inbox} and m.blamed_at is not null and m.kind = 'step'
      order by m.blamed_at desc, m.id
      limit 10`,
  );
  return rows.map(({ enrollment_id, email, failure, blamed_at }) => ({
    conversation_id: toWire('enr', enrollment_id),
    email,
    failure,
    bounced_at: moment(blamed_at),
  }));
}
