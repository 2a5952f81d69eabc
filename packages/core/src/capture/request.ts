import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { addDelivery } from '../deliveries/add.ts';
import { newId } from '../ids.ts';
import { wake } from '../jobs/wake.ts';
import { addMails } from '../mails/mail.ts';
import { senderOf } from '../magnets/sender.ts';
import { lockSending } from '../sending/lock.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import { consentTo } from './consent.ts';
import type { Capture } from './open.ts';
import { addSubscriber } from './subscriber.ts';
import { useForm } from './used-forms.ts';
import type { Visitor } from './visitor.ts';

/** Minutes within which nobody is sent the same again, and asked to confirm again. */
const AGAIN_AFTER_MINUTES = 10;
/** Emails that forms may send to one address within a day. */
export const MAX_PER_DAY = 10;

interface MagnetRequest {
  capture: Capture;
  visitor: Visitor;
  form: 'page' | 'embed';
  /** Of the form's token: it is good once. */
  nonce: string;
  /** The visitor's network, never their whole address. */
  network: string | null;
}

/**
 * Takes a visitor's request for a magnet. With double opt-in an email asks whoever the address belongs to; with single opt-in
 * they get the magnet at once. Who opted out or is suppressed gets nothing, nor does an address that has had its share: the
 * answer is the same for all.
 * @returns `used` for a form that was sent before.
 */
export function requestMagnet(account: Account, request: MagnetRequest): Promise<'taken' | 'used'> {
  return account.transaction(async (account) => {
    const { email } = request.visitor;
    // Only who gets a magnet at once writes facts. A crowd that is asked to confirm need not wait for each other.
    if (request.capture.opt_in === 'single') await lockSending(account);
    // One address at a time: what was just sent there decides on what is sent there now.
    await account.rows(
      () => sql`select pg_advisory_xact_lock(hashtextextended(${`asking ${account.id} ${email}`}, 0))`,
    );
    if (!(await useForm(account, request.nonce))) return 'used';
    if (await isUnwanted(account, email)) return 'taken';
    const recent = await recentConsents(account, email);
    if (recent.some(({ magnet_id }) => magnet_id === request.capture.magnet_id)) return 'taken';
    const pending = recent.find(({ mail_id, confirmed_at }) => mail_id !== null && confirmed_at === null);
    if (request.capture.opt_in === 'double' && pending) {
      // The email that is on its way will do for both.
      await addConsent(account, request, { mail_id: pending.mail_id });
      return 'taken';
    }
    if (await hadTheirShare(account, email)) return 'taken';
    await (request.capture.opt_in === 'double' ? askToConfirm(account, request) : deliver(account, request));
    await wake(account, 'deliver_magnets');
    return 'taken';
  });
}

async function isUnwanted(account: Account, email: string): Promise<boolean> {
  const people = await account.people.known([email]);
  const [row] = await account.rows<{ unwanted: boolean }>(
    (own) => sql`
      select exists (
        select from ${own('subscribers')} as s
        where s.person_id = any(${people}::uuid[]) and s.status = 'unsubscribed'
      ) or ${isSuppressed(own, sql`${email}::text`)} as unwanted`,
  );
  return row?.unwanted ?? false;
}

function recentConsents(account: Account, email: string) {
  return account
    .select('consents')
    .select(['magnet_id', 'mail_id', 'confirmed_at'])
    .where('email', '=', email)
    .where('asked_at', '>', sql<Date>`clock_timestamp() - ${AGAIN_AFTER_MINUTES} * interval '1 minute'`)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

async function hadTheirShare(account: Account, email: string): Promise<boolean> {
  const mails = await account
    .select('mails')
    .select('id')
    .where('to_address', '=', email)
    .where('kind', 'in', ['confirmation', 'delivery'])
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .limit(MAX_PER_DAY)
    .execute();
  return mails.length >= MAX_PER_DAY;
}

async function askToConfirm(account: Account, request: MagnetRequest): Promise<void> {
  const { magnet_id } = request.capture;
  const { inbox, domain } = await senderOf(account, magnet_id);
  const [mail] = await addMails(account, [
    {
      kind: 'confirmation',
      to_address: request.visitor.email,
      domain,
      magnet_id,
      email_account_id: inbox?.id ?? null,
    },
  ]);
  await addConsent(account, request, { mail_id: mail?.id ?? null });
}

async function deliver(account: Account, request: MagnetRequest): Promise<void> {
  const { capture, visitor } = request;
  const subscriber = await addSubscriber(account, { ...visitor, first_magnet_id: capture.magnet_id });
  await addConsent(account, request, { subscriber_id: subscriber.id, confirmed_at: account.now() });
  await addDelivery(account, { subscriber, magnet_id: capture.magnet_id });
  await audit(account, 'magnet.request', capture.magnet_id, { form: request.form });
}

async function addConsent(
  account: Account,
  { capture, visitor, form, network }: MagnetRequest,
  what: { mail_id?: string | null; subscriber_id?: string; confirmed_at?: Date },
): Promise<void> {
  await account.insert('consents', {
    id: newId(),
    magnet_id: capture.magnet_id,
    ...visitor,
    form,
    network,
    ...consentTo(capture.brand.sender),
    ...what,
  });
}
