import { number } from '../format.ts';

interface PagerProps {
  /** Address of the list with its filters, without `offset`. */
  path: string;
  query: URLSearchParams;
  offset: number;
  limit: number;
  shown: number;
  next_offset: number | null;
  /** Size of the whole filtered set, where it is known. */
  total?: number;
}

/** Steps through a list; the filters stay in the address. */
export function Pager({ path, query, offset, limit, shown, next_offset, total }: PagerProps) {
  // The page itself says that there is nothing at all.
  if (shown === 0 && offset === 0) return null;
  const place =
    shown === 0
      ? 'Nothing on this page'
      : `${rows(offset, shown)}${total === undefined ? '' : ` of ${number(total)}`}`;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="muted small">{place}</span>
      <span class="row">
        {offset > 0 && (
          <a class="button quiet" rel="prev" href={at(path, query, Math.max(0, offset - limit))}>
            ← Previous
          </a>
        )}
        {next_offset !== null && (
          <a class="button quiet" rel="next" href={at(path, query, next_offset)}>
            Next →
          </a>
        )}
      </span>
    </nav>
  );
}

/** Which rows of the list are shown: "51–100", or "51" for one alone. */
function rows(offset: number, shown: number): string {
  const first = number(offset + 1);
  return shown === 1 ? first : `${first}–${number(offset + shown)}`;
}

function at(path: string, query: URLSearchParams, offset: number): string {
  const next = new URLSearchParams(query);
  next.delete('done');
  if (offset === 0) next.delete('offset');
  else next.set('offset', String(offset));
  return next.size === 0 ? path : `${path}?${next}`;
}
