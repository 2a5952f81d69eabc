import type { Account } from '../db/account.ts';
import { fromWire, newId } from '../ids.ts';
import { requireLength, requireOneLine } from '../fields.ts';
import { notFound, Refusal } from '../refusal.ts';

export const LONGEST_FILTER_NAME = 60;

const LONGEST_QUERY = 8_000;

/** More would be no shortcut any more. */
const MOST_FILTERS = 50;

/** Filters of the subscriber list under a name. */
export interface SavedFilter {
  id: string;
  name: string;
  /** The parameters of the list's address. */
  query: string;
}

/**
 * Keeps filters under a name; the same name again takes their place.
 * @throws Refusal `invalid_parameter`, `invalid_state` when there are too many
 */
export async function saveFilter(account: Account, { name, query }: Omit<SavedFilter, 'id'>): Promise<void> {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > LONGEST_FILTER_NAME) {
    throw new Refusal(
      'invalid_parameter',
      `A name must have 1 to ${LONGEST_FILTER_NAME} characters.`,
      'name',
    );
  }
  requireOneLine(trimmed, 'name');
  requireLength(query, LONGEST_QUERY, 'The filter', 'name');
  await account.transaction(async (account) => {
    const kept = await account
      .select('saved_filters')
      .select(['id', 'name'])
      .orderBy('id')
      .forUpdate()
      .execute();
    const same = kept.find((filter) => filter.name === trimmed);
    if (same) {
      await account.update('saved_filters').set({ query }).where('id', '=', same.id).execute();
      return;
    }
    if (kept.length >= MOST_FILTERS) {
      throw new Refusal('invalid_state', `You already have ${MOST_FILTERS} saved filters; delete one first.`);
    }
    await account.insert('saved_filters', { id: newId(), name: trimmed, query });
  });
}

/** Deletes a saved filter (flt_...). @throws Refusal `not_found` */
export async function deleteFilter(account: Account, { id }: { id: string }): Promise<void> {
  const deleted = await account
    .remove('saved_filters')
    .where('id', '=', fromWire('flt', id))
    .returning('id')
    .execute();
  if (deleted.length === 0) throw notFound('filter');
}
