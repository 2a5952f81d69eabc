import { LONGEST_FILTER_NAME, type SavedFilter } from '@lodestone/core';

import { Text } from '../components/text.tsx';
import { listAddress } from './filters.ts';

/** A name that filters were not saved under, and why. */
export interface RefusedName {
  name: string;
  error: string;
}

/** Filters that were saved, and a way to save or to delete those that are on. */
export function SavedFilters({
  saved,
  query,
  refused,
  savable,
}: {
  saved: readonly SavedFilter[];
  query: URLSearchParams;
  refused: RefusedName | undefined;
  /** Whether those that are on may be saved: none of them is wrong. */
  savable: boolean;
}) {
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
      {!current && savable && on !== '' && (
        <form method="post" action={listAddress('/subscribers/filters', query)} class="joined">
          <label class="sr" for="filter-name">
            Filter name
          </label>
          <input
            id="filter-name"
            name="name"
            value={refused?.name}
            placeholder="Name for this filter"
            maxLength={LONGEST_FILTER_NAME}
            required
            dir="auto"
          />
          <button type="submit">Save filter</button>
          {refused && (
            <span class="error" role="alert">
              {refused.error}
            </span>
          )}
        </form>
      )}
    </div>
  );
}

/** The part of an address that filters. */
export function queryIn(address: string): string {
  return address.split('?')[1] ?? '';
}
