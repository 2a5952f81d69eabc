import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { newId, toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { FIRST_DELIVERY, type MagnetContent, slugFor, storedContent } from './content.ts';
import { mustHaveInbox, refusingTakenSlug } from './edit.ts';
import { copyAsset } from './asset.ts';
import { readMagnet } from './read.ts';

/** What a new magnet has at least. A slug is made of its title where none is given. */
type NewMagnet = Pick<MagnetContent, 'title' | 'kind'> & Partial<MagnetContent>;

/**
 * Makes a magnet. It begins as a draft, and is asked to confirm (double opt-in) unless told.
 * @throws Refusal `invalid_parameter` with the field at fault
 */
export async function createMagnet(account: Account, given: NewMagnet) {
  const { slug: wanted, ...rest } = given;
  const {
    title = '',
    kind = given.kind,
    delivery_subject = '',
    ...content
  } = storedContent({
    ...FIRST_DELIVERY,
    ...rest,
    ...(wanted ? { slug: wanted } : {}),
  });
  const id = newId();
  return refusingTakenSlug(content.slug, () =>
    account.transaction(async (account) => {
      if (content.email_account_id) await mustHaveInbox(account, content.email_account_id);
      const slug = content.slug ?? (await freeSlug(account, slugFor(title)));
      await account.insert('magnets', { ...content, title, kind, delivery_subject, id, slug });
      await audit(account, 'magnet.create', id, { title, slug });
      return readMagnet(account, { id: toWire('mag', id) });
    }),
  );
}

/**
 * Makes a draft with the content and the file of another magnet.
 * @throws Refusal `not_found`
 */
export async function duplicateMagnet(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('mag', id, 'magnet');
  const copy = newId();
  return account.transaction(async (account) => {
    const original = await readContent(account, uuid);
    if (!original) throw notFound('magnet');
    const title = `${[...original.title].slice(0, 190).join('')} (copy)`;
    const slug = await freeSlug(account, original.slug.slice(0, 90).replace(/-+$/, ''));
    await account.insert('magnets', { ...original, id: copy, title, slug });
    await copyAsset(account, { from: uuid, to: copy });
    await audit(account, 'magnet.create', copy, { title, slug, copy_of: id });
    return readMagnet(account, { id: toWire('mag', copy) });
  });
}

function readContent(account: Account, uuid: string) {
  return account
    .select('magnets')
    .select([
      'title',
      'slug',
      'description',
      'kind',
      'opt_in',
      'delivery_subject',
      'delivery_body',
      'email_account_id',
      'asset_url',
    ])
    .where('id', '=', uuid)
    .executeTakeFirst();
}

/** The wanted slug, or the first of it that is free with a number behind. */
async function freeSlug(account: Account, wanted: string): Promise<string> {
  const taken = await account.select('magnets').select('slug').where('slug', 'like', `${wanted}%`).execute();
  const slugs = new Set(taken.map(({ slug }) => slug));
  let free = wanted;
  for (let nth = 2; slugs.has(free); nth++) free = `${wanted}-${nth}`;
  return free;
}
