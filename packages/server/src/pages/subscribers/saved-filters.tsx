import {
  type Account,
  deleteFilter,
  LONGEST_FILTER_NAME,
  type SavedFilter,
  saveFilter,
} from '@lodestone/core';

import { type Answer, goTo } from '../answer.ts';
import { Text } from '../components/text.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { listAddress } from './filters.ts';

/** Filters that were saved, and a way to save or to delete those that are on. */
export function SavedFilters({ saved, query }: { saved: readonly SavedFilter[]; query: URLSearchParams }) {
  const on = queryIn(listAddress('', query));
  const current = saved.find((filter) => filter.query === on);
  if (saved.length === 0 && on === '') return null;
  return (
    <div class="row saved-filters">
      {saved.length > 0 && (
        <nav aria-label="Saved filters">
          <ul class="tabs">
            {saved.map((filter) => (
              <li key={filter.id}>
                <a
                  href={`/subscribers?${filter.query}`}
                  aria-current={filter === current ? 'page' : undefined}
                >
                  <Text most={LONGEST_FILTER_NAME}>{filter.name}</Text>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {current && (
        <form method="post" action={listAddress(`/subscribers/filters/${current.id}/delete`, query)}>
          <button type="submit" class="quiet">
            Delete this saved filter
          </button>
        </form>
      )}
      {!current && on !== '' && (
        <form method="post" action={listAddress('/subscribers/filters', query)} class="joined">
          <label class="sr" for="filter-name">
            Filter name
          </label>
          <input
            id="filter-name"
            name="name"
            placeholder="Name"
            maxLength={LONGEST_FILTER_NAME}
            required
            dir="auto"
          />
          <button type="submit">Save filter</button>
        </form>
      )}
    </div>
  );
}

/** `POST /subscribers/filters`: saves the filters of the address under the name of the form. */
export async function saveFilterNow(account: Account, { form, query }: Asked): Promise<Answer> {
  const address = listAddress('/subscribers', query);
  await saveFilter(account, { name: textOf(form, 'name'), query: queryIn(address) });
  return goTo(address, 'filter_saved');
}

/** `POST /subscribers/filters/{id}/delete` */
export async function deleteFilterNow(account: Account, { params, query }: Asked): Promise<Answer> {
  await deleteFilter(account, { id: params['id'] ?? '' });
  return goTo(listAddress('/subscribers', query), 'filter_deleted');
}

function queryIn(address: string): string {
  return address.split('?')[1] ?? '';
}
