import { inWords } from '../components/badge.tsx';
import { Text } from '../components/text.tsx';
import { FILTER_NAMES, listAddress, type Typed } from './filters.ts';

type FilterName = (typeof FILTER_NAMES)[number];

type Names = readonly { id: string; title: string }[];

/** The filters that are on, each with a link that takes it away. */
export function FilterChips({
  typed,
  errors,
  query,
  magnets,
}: {
  typed: Typed;
  /** Filters that are wrong, and so are not on. */
  errors: Readonly<Record<string, string>>;
  query: URLSearchParams;
  magnets: Names;
}) {
  const on = FILTER_NAMES.filter(
    (name) => query.has(name) && !(name in errors) && wordsOf(name, typed, magnets) !== null,
  );
  if (on.length === 0) return null;
  return (
    <ul class="chips plain" aria-label="Active filters">
      {on.map((name) => {
        const rest = new URLSearchParams(query);
        rest.delete(name);
        return (
          <li key={name} class="tag">
            <Text most={60}>{wordsOf(name, typed, magnets)}</Text>{' '}
            <a href={listAddress('/subscribers', rest)}>
              <span aria-hidden="true">×</span>
              <span class="sr">Remove this filter</span>
            </a>
          </li>
        );
      })}
      <li>
        <a href="/subscribers">Clear all</a>
      </li>
    </ul>
  );
}

/** A filter in words; null for one that leaves nobody out. */
function wordsOf(name: FilterName, typed: Typed, magnets: Names): string | null {
  const value = typed[name];
  return value === '' || value === 'all' ? null : filterInWords(name, value, magnets);
}

/** A filter of the audience in words. @param magnets those that may be named */
export function filterInWords(name: FilterName, value: string, magnets: Names): string {
  switch (name) {
    case 'search':
      return `“${value}”`;
    case 'tag':
      return `Tag ${value}`;
    case 'min_score':
      return `Score ${value} or more`;
    case 'created_after':
      return `First seen from ${value}`;
    case 'created_before':
      return `First seen until ${value}`;
    case 'magnet_id':
      return `Requested ${magnets.find(({ id }) => id === value)?.title ?? 'another magnet'}`;
    default:
      return inWords(value);
  }
}
