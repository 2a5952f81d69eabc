import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { fromWire, newId } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { readMagnet } from './read.ts';

const LONGEST_ERROR = 2_000;

/**
 * Records how a test send of a magnet went. The mail itself is sent before, outside of any transaction.
 * @param input.error why it failed; null when it succeeded, which is what lets the magnet be made public.
 * @throws Refusal `not_found`
 */
export async function recordTestSend(account: Account, { id, error }: { id: string; error: string | null }) {
  const uuid = fromWire('mag', id);
  if (uuid === null) throw notFound('magnet');
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

/** What a mail server says may hold anything; PostgreSQL stores no NUL. */
function storable(error: string): string {
  return [...error.replaceAll('\0', '').toWellFormed()].slice(0, LONGEST_ERROR).join('');
}
