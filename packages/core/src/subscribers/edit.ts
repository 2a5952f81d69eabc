import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { requireLength, requireOneLine } from '../fields.ts';
import { uuidOf } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { readSubscriber } from './read.ts';

export const MAX_TAGS = 50;
export const LONGEST_TAG = 60;
export const LONGEST_NAME = 100;

/** What may be edited. A field that is left out stays as it is; tags replace the whole set; an empty name clears it. */
interface SubscriberEdit {
  tags?: string[] | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/**
 * Edits a subscriber's names and tags.
 * @throws Refusal `not_found`, `invalid_parameter`
 */
export async function editSubscriber(account: Account, { id, ...edit }: { id: string } & SubscriberEdit) {
  const changes = changesOf(edit);
  const uuid = uuidOf('sub', id, 'subscriber');
  return account.transaction(async (account) => {
    if (Object.keys(changes).length > 0) {
      await account.update('subscribers').set(changes).where('id', '=', uuid).execute();
    }
    const subscriber = await readSubscriber(account, { id });
    await audit(account, 'subscriber.edit', uuid, { fields: Object.keys(changes) });
    return subscriber;
  });
}

function changesOf({ tags, first_name, last_name }: SubscriberEdit) {
  return {
    ...(tags && { tags: tagsOf(tags) }),
    ...(first_name !== undefined && { first_name: nameOf('first_name', first_name) }),
    ...(last_name !== undefined && { last_name: nameOf('last_name', last_name) }),
  };
}

/** Trims, drops what is empty, removes repetitions, and only then judges the limits. @throws Refusal `invalid_parameter` */
export function tagsOf(tags: readonly string[]): string[] {
  const kept = new Set<string>();
  for (const [index, tag] of tags.entries()) {
    const trimmed = tag.trim();
    requireLength(trimmed, LONGEST_TAG, `tags[${index}]`, 'tags');
    requireOneLine(trimmed, `tags[${index}]`, 'tags');
    if (trimmed !== '') kept.add(trimmed);
  }
  if (kept.size > MAX_TAGS) {
    throw new Refusal(
      'invalid_parameter',
      `tags must hold at most ${MAX_TAGS} different tags; got ${kept.size}.`,
      'tags',
    );
  }
  return [...kept].toSorted();
}

function nameOf(field: string, name: string): string | null {
  const trimmed = name.trim();
  requireLength(trimmed, LONGEST_NAME, field);
  requireOneLine(trimmed, field);
  return trimmed === '' ? null : trimmed;
}
