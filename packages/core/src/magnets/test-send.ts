import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { newId, uuidOf } from '../ids.ts';
import { addMails, type MailIdentity } from '../mails/mail.ts';
import { readMagnet } from './read.ts';
import { senderOf } from './sender.ts';
import { withoutAddresses } from './without-addresses.ts';

const LONGEST_ERROR = 2_000;

/**
 * Writes down a test of a magnet: the very email that a subscriber gets, to the owner. It waits to be claimed and sent by
 * whoever asked for it, and by nobody else.
 * @throws Refusal `not_found`
 */
export async function addTestMail(
  account: Account,
  { id, to }: { id: string; to: string },
): Promise<MailIdentity> {
  const uuid = uuidOf('mag', id, 'magnet');
  await readMagnet(account, { id });
  const { inbox, domain } = await senderOf(account, uuid);
  const [mail] = await addMails(account, [
    { kind: 'test', to_address: to, domain, magnet_id: uuid, email_account_id: inbox?.id ?? null },
  ]);
  if (!mail) throw new Error('No email was written down.');
  return mail;
}

/**
 * Records how a test send of a magnet went. The email itself is sent before, outside of any transaction.
 * @param input.error why it failed; null when it succeeded, which is what lets the magnet be made public.
 * @throws Refusal `not_found`
 */
export async function recordTestSend(account: Account, { id, error }: { id: string; error: string | null }) {
  const uuid = uuidOf('mag', id, 'magnet');
  const status = error === null ? 'succeeded' : 'failed';
  return account.transaction(async (account) => {
    await readMagnet(account, { id });
    await account.insert('magnet_test_sends', {
      magnet_id: uuid,
      id: newId(),
      status,
      error: error === null ? null : storable(error),
    });
    await audit(account, 'magnet.test_send', uuid, { status });
    return readMagnet(account, { id });
  });
}

/**
 * What a mail server says may hold anything; PostgreSQL stores no NUL. Whoever may read magnets reads this too, so where the
 * server stands in the installation's network is left out.
 */
function storable(error: string): string {
  const text = withoutAddresses(error.replaceAll('\0', '').toWellFormed());
  return [...text].slice(0, LONGEST_ERROR).join('');
}
