import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { isNobody } from '../db/people.ts';
import { sql } from '../db/sql.ts';
import { toWire, uuidOf } from '../ids.ts';
import { wake } from '../jobs/wake.ts';
import { addMails } from '../mails/mail.ts';
import { notFound } from '../refusal.ts';
import { holdSubscriber } from '../subscribers/subscription.ts';

/** Minutes between two emails that ask for a confirmation, however often it is asked for. */
const MINUTES_BETWEEN = 10;

/** Hours within which a subscription is confirmed. */
const CONFIRMATION_HOURS = 24;

/**
 * Asks a subscriber who opted out, by an email to their own address, whether they want to subscribe again. Nothing else is
 * changed, whoever asked: only who reads that inbox can undo an opt-out. Asking for it again soon sends no second email.
 * @throws Refusal `not_found`
 */
export async function askToResubscribe(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('sub', id, 'subscription');
  await account.transaction(async (account) => {
    await holdSubscriber(account, uuid);
    const [subscriber] = await account.rows<{ email: string; domain: string; asked: boolean; out: boolean }>(
      (own) => sql`
        select s.email, split_part(a.email, '@', 2) as domain, s.status = 'unsubscribed' as out, exists (
          select from ${own('mails')} as m
          where m.subscriber_id = s.id and m.kind = 'confirmation' and m.magnet_id is null
            and m.created_at > clock_timestamp() - ${MINUTES_BETWEEN} * interval '1 minute'
        ) as asked
        from ${own('subscribers')} as s, ${own('accounts')} as a
        where s.id = ${uuid}`,
    );
    if (!subscriber) throw notFound('subscription');
    const { email, domain, asked, out } = subscriber;
    if (asked || !out || isNobody(email)) return;
    await addMails(account, [{ kind: 'confirmation', to_address: email, domain, subscriber_id: uuid }]);
    await wake(account, 'deliver_magnets');
    await audit(account, 'subscriber.ask_to_resubscribe', uuid);
  });
}

/**
 * Whose opt-out such an email would undo: the subscriber's wire id. Null for one that is no good: of another kind, after a day,
 * and once they opted out after it was sent.
 * @param mail_id UUID of the email, whose token the visitor has
 */
export async function readResubscription(
  account: Account,
  { mail_id }: { mail_id: string },
): Promise<string | null> {
  const uuid = await whomItAsks(account, mail_id);
  return uuid && toWire('sub', uuid);
}

/**
 * Subscribes again whoever was asked by such an email. What was cancelled when they opted out stays cancelled.
 * @param mail_id UUID of the email, whose token the visitor has
 * @returns the subscriber's wire id; null for an email that is no good.
 */
export async function resubscribe(
  account: Account,
  { mail_id }: { mail_id: string },
): Promise<string | null> {
  return account.transaction(async (account) => {
    const uuid = await whomItAsks(account, mail_id);
    if (uuid === null) return null;
    await holdSubscriber(account, uuid);
    // An opt-out that came while this waited for the subscriber stands.
    if ((await whomItAsks(account, mail_id)) === null) return null;
    const opted = await account
      .update('subscribers')
      .set({ unsubscribed_at: null })
      .where('id', '=', uuid)
      .where('unsubscribed_at', 'is not', null)
      .returning('id')
      .execute();
    await audit(account, 'subscriber.resubscribe', uuid, { changed: opted.length > 0 });
    return toWire('sub', uuid);
  });
}

async function whomItAsks(account: Account, mail_id: string): Promise<string | null> {
  const [asked] = await account.rows<{ id: string }>(
    (own) => sql`
      select s.id
      from ${own('mails')} as m join ${own('subscribers')} as s on s.id = m.subscriber_id
      where m.id = ${mail_id} and m.kind = 'confirmation' and m.magnet_id is null
        and m.created_at > clock_timestamp() - ${CONFIRMATION_HOURS} * interval '1 hour'
        and (s.unsubscribed_at is null or m.created_at >= s.unsubscribed_at)`,
  );
  return asked?.id ?? null;
}
