import type { Account } from '../db/account.ts';
import { newId } from '../ids.ts';
import { addMails } from '../mails/mail.ts';
import { senderOf } from '../magnets/sender.ts';

/**
 * Queues a magnet for a subscriber who asked for it: the request, the delivery and its email, all or nothing. Asking again
 * is another delivery and the same request. Call it in a transaction.
 * @returns the delivery's UUID
 */
export async function addDelivery(
  account: Account,
  { subscriber, magnet_id }: { subscriber: { id: string; email: string }; magnet_id: string },
): Promise<string> {
  const asked = await account
    .select('magnet_requests')
    .select('magnet_id')
    .where('subscriber_id', '=', subscriber.id)
    .where('magnet_id', '=', magnet_id)
    .executeTakeFirst();
  const now = account.now();
  if (!asked) {
    await account.insert('magnet_requests', { subscriber_id: subscriber.id, magnet_id, requested_at: now });
  }
  const id = newId();
  await account.insert('deliveries', { id, subscriber_id: subscriber.id, magnet_id, requested_at: now });
  const { inbox, domain } = await senderOf(account, magnet_id);
  await addMails(account, [
    {
      kind: 'delivery',
      to_address: subscriber.email,
      domain,
      subscriber_id: subscriber.id,
      magnet_id,
      delivery_id: id,
      email_account_id: inbox?.id ?? null,
    },
  ]);
  return id;
}
