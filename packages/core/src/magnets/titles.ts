import type { Account } from '../db/account.ts';
import { toWire } from '../ids.ts';

/** Ids and titles of the newest magnets, for choosing one: without their figures, which cost more. */
export async function listMagnetTitles(account: Account, { limit }: { limit: number }) {
  const magnets = await account
    .select('magnets')
    .select(['id', 'title'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return magnets.map(({ id, title }) => ({ id: toWire('mag', id), title }));
}
