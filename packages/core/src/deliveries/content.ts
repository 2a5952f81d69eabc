import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** What the email of a magnet is made of. */
interface DeliveryContent {
  title: string;
  subject: string;
  body: string;
  /** Of the subscriber it goes to. Null for a test. */
  subscriber: { first_name: string | null; last_name: string | null } | null;
}

/**
 * What an email that brings a magnet is made of, as it is now.
 * @param mail UUIDs of the magnet, and of the subscriber unless it is a test
 */
export async function readDeliveryContent(
  account: Account,
  mail: { magnet_id: string; subscriber_id: string | null },
): Promise<DeliveryContent> {
  const magnet = await account
    .select('magnets')
    .select(['title', 'delivery_subject as subject', 'delivery_body as body'])
    .where('id', '=', mail.magnet_id)
    .executeTakeFirstOrThrow();
  const subscriber =
    mail.subscriber_id === null
      ? null
      : await account
          .select('subscribers')
          .select(['first_name', 'last_name'])
          .where('id', '=', mail.subscriber_id)
          .executeTakeFirstOrThrow();
  return { ...magnet, subscriber };
}

/** Titles of what an email asks somebody to confirm, in the order in which they asked. @param mail its UUID */
export async function readAskedTitles(account: Account, mail: string): Promise<string[]> {
  const rows = await account.rows<{ title: string }>(
    (own) => sql`
      select m.title from ${own('consents')} as c join ${own('magnets')} as m on m.id = c.magnet_id
      where c.mail_id = ${mail}
      order by c.asked_at, c.id`,
  );
  return rows.map(({ title }) => title);
}
