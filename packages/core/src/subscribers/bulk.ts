import { audit } from '../audit.ts';
import { joinChosen } from '../campaigns/join.ts';
import type { Account } from '../db/account.ts';
import { type Sql, sql } from '../db/sql.ts';
import { fromWire, toWire, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { LONGEST_TAG, MAX_TAGS, tagsOf } from './edit.ts';
import { type Audience, inAudience } from './list.ts';
import { unsubscribe } from './subscription.ts';

/** What can be done to many subscribers at once. */
export type BulkChange =
  | { do: 'tag' | 'untag'; tag: string }
  | { do: 'enroll'; campaign_id: string }
  | { do: 'unsubscribe' };

/** The subscribers to change: those named, or everybody in an audience. */
export type Chosen = { ids: readonly string[] } | { audience: Audience };

interface BulkProgress {
  /** Subscribers that were changed; those who were so already, or may not be, are left out. */
  changed: number;
  /** Where to go on; null when all are done. */
  next: number | null;
}

/** Subscribers that change in one transaction. Opting out writes far more than a tag. */
const SET = { tag: 500, untag: 500, enroll: 500, unsubscribe: 20 } as const;

/**
 * Changes the next set of those chosen, in the order of their numbers. Doing it again changes nothing more, so that who is
 * interrupted begins again.
 * @param from 0, or `next` of the set before
 * @throws Refusal `invalid_parameter`, `not_found`, `invalid_state` for a campaign that is completed
 */
export async function changeSubscribers(
  account: Account,
  chosen: Chosen,
  change: BulkChange,
  from = 0,
): Promise<BulkProgress> {
  const make = changeOf(change);
  const within = chosenBy(chosen);
  if (within === null) return { changed: 0, next: null };
  const limit = SET[change.do];
  const found = await account.rows<{ id: string; number: number }>(
    (own) => sql`
      select s.id, s.number from ${own('subscribers')} as s
      where s.number >= ${from} and ${within}
      order by s.number
      limit ${limit}`,
  );
  const ids = found.map(({ id }) => id).toSorted();
  const changed = ids.length === 0 ? 0 : await make(account, ids);
  const last = found.at(-1);
  return { changed, next: last && found.length === limit ? last.number + 1 : null };
}

function chosenBy(chosen: Chosen): Sql<boolean> | null {
  if ('audience' in chosen) return inAudience(chosen.audience);
  const ids = chosen.ids.flatMap((id) => fromWire('sub', id) ?? []);
  return ids.length === 0 ? null : sql<boolean>`s.id = any(${ids}::uuid[])`;
}

type Make = (account: Account, ids: readonly string[]) => Promise<number>;

function changeOf(change: BulkChange): Make {
  switch (change.do) {
    case 'tag':
      return withTag(change.tag, true);
    case 'untag':
      return withTag(change.tag, false);
    case 'enroll':
      return enrolling(change.campaign_id);
    case 'unsubscribe':
      return unsubscribeAll;
  }
}

function withTag(given: string, add: boolean): Make {
  const [tag] = tagsOf([given]);
  if (tag === undefined) {
    throw new Refusal('invalid_parameter', `A tag must have 1 to ${LONGEST_TAG} characters.`, 'tag');
  }
  const tags = add
    ? sql<string[]>`(select array_agg(t order by t) from unnest(tags || ${tag}::text) as t)`
    : sql<string[]>`array_remove(tags, ${tag}::text)`;
  const fits = add
    ? sql<boolean>`not tags @> array[${tag}::text] and cardinality(tags) < ${MAX_TAGS}`
    : sql<boolean>`tags @> array[${tag}::text]`;
  return (account, ids) =>
    account.transaction(async (account) => {
      const changed = await account
        .update('subscribers')
        .set({ tags })
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .where(fits)
        .returning('id')
        .execute();
      if (changed.length > 0) {
        await audit(account, add ? 'subscribers.tag' : 'subscribers.untag', null, {
          tag,
          changed: changed.length,
        });
      }
      return changed.length;
    });
}

function enrolling(campaign_id: string): Make {
  const campaign = uuidOf('cmp', campaign_id, 'campaign');
  return (account, ids) =>
    account.transaction(async (account) => {
      const row = await account
        .select('campaigns')
        .select('status')
        .where('id', '=', campaign)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!row) throw notFound('campaign');
      if (row.status === 'completed') {
        throw new Refusal(
          'invalid_state',
          'A completed campaign cannot take more leads; duplicate it instead.',
        );
      }
      const joined = await joinChosen(account, campaign, ids);
      if (joined > 0) await audit(account, 'subscribers.enroll', campaign, { changed: joined });
      return joined;
    });
}

/** One by one: each opts out of everything that is queued for them. */
const unsubscribeAll: Make = async (account, ids) => {
  let changed = 0;
  for (const id of ids) {
    if ((await unsubscribe(account, { id: toWire('sub', id) })).changed) changed += 1;
  }
  return changed;
};
