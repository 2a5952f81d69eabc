import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { addDelivery } from '../deliveries/add.ts';
import { lockSending } from '../sending/lock.ts';
import { wake } from '../jobs/wake.ts';
import { readBrand } from './branding.ts';
import type { Brand } from './open.ts';
import { addSubscriber } from './subscriber.ts';

/** Days for which somebody can confirm what they asked for. */
const CONFIRM_DAYS = 7;

/** What an email asks somebody to confirm. */
export interface Confirmation {
  /** Magnets that are still offered, by title. */
  titles: string[];
  state: 'open' | 'confirmed' | 'expired';
  brand: Brand;
}

/**
 * What the email asks to confirm. It changes nothing: scanners follow links.
 * @param mail its UUID
 * @returns null for an email that asks for nothing.
 */
export async function readConfirmation(account: Account, mail: string): Promise<Confirmation | null> {
  const asked = await readAsked(account, mail);
  if (asked.length === 0) return null;
  const open = asked.filter(({ confirmed_at }) => confirmed_at === null);
  const state = open.length === 0 ? 'confirmed' : open.every(({ expired }) => expired) ? 'expired' : 'open';
  return { titles: asked.map(({ title }) => title), state, brand: await readBrand(account) };
}

/**
 * Confirms what the email asked for: the address becomes a subscriber, and gets it. Confirming again changes
 * nothing. Somebody who has opted out since stays opted out and gets nothing.
 * @param mail its UUID
 */
export async function confirm(account: Account, mail: string): Promise<Confirmation | null> {
  const before = await readConfirmation(account, mail);
  if (before?.state !== 'open') return before;
  await account.transaction(async (account) => {
    await lockSending(account);
    // Of two who press the button at once, the second finds everything confirmed.
    await account.select('mails').select('id').where('id', '=', mail).forUpdate().execute();
    const open = (await readAsked(account, mail)).filter(
      ({ confirmed_at, expired }) => confirmed_at === null && !expired,
    );
    for (const { id, magnet_id, email, first_name, last_name } of open) {
      if (email === null) continue;
      const subscriber = await addSubscriber(account, {
        email,
        first_name,
        last_name,
        first_magnet_id: magnet_id,
      });
      await account
        .update('consents')
        .set({ confirmed_at: account.now(), subscriber_id: subscriber.id })
        .where('id', '=', id)
        .execute();
      if (subscriber.unsubscribed_at === null) await addDelivery(account, { subscriber, magnet_id });
    }
    await wake(account, 'deliver_magnets');
  });
  return readConfirmation(account, mail);
}

interface Asked {
  id: string;
  magnet_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  confirmed_at: Date | null;
  expired: boolean;
  title: string;
}

/** What was asked for with the email. A magnet that is no longer offered is left out. */
function readAsked(account: Account, mail: string): Promise<Asked[]> {
  return account.rows<Asked>(
    (own) => sql`
      select c.id, c.magnet_id, c.email, c.first_name, c.last_name, c.confirmed_at, m.title,
        c.asked_at < clock_timestamp() - ${CONFIRM_DAYS} * interval '1 day' as expired
      from ${own('consents')} as c
      join ${own('magnets')} as m on m.id = c.magnet_id and (m.status in ('public', 'private') or c.confirmed_at is not null)
      where c.mail_id = ${mail}
      order by c.asked_at, c.id`,
  );
}
