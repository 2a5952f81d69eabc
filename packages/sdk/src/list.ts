import type { Answer } from './answer.ts';
import { type Call, call } from './call.ts';

/** The envelope of every list. */
export interface Page<Row> {
  /** The page of rows. */
  data: Row[];
  /** Whether more rows exist after this page. */
  has_more: boolean;
  /** Value to pass as offset for the next page; null on the last. */
  next_offset: number | null;
}

/**
 * A list. Await it for one page, iterate over it for all rows, or take `pages()` or `all()`. Every iteration reads again,
 * and yields no row twice, though rows may move from page to page between the reads.
 *
 * @example
 * for await (const lead of lodestone.subscribers.list({ temperature: 'hot', limit: 200 })) console.log(lead.email);
 */
export interface List<Row extends { id: string }, Whole extends Page<Row> = Page<Row>> extends Call<Whole> {
  /** Iterates over the rows of all pages, reading each page when it is reached. */
  [Symbol.asyncIterator](): AsyncGenerator<Row, void, void>;
  /** Iterates over the pages, each with what else it tells, such as `total_matching`. */
  pages(): AsyncGenerator<Whole, void, void>;
  /** Collects the rows of all pages, or the first `max` of them. */
  all(options?: {
    /** The most rows to collect. Default: all. */
    max?: number | undefined;
  }): Promise<Row[]>;
}

/** A list over a function that reads the page at an offset, or the page that was asked for when it is given none. */
export function list<Row extends { id: string }, Whole extends Page<Row>>(
  read: (next: { offset?: number }) => Promise<Answer<Whole & Page<Row>>>,
): List<Row, Whole> {
  async function* pages() {
    const seen = new Set<string>();
    for (let next: { offset?: number } | false = {}; next;) {
      const { data: page } = await read(next);
      yield { ...page, data: page.data.filter(({ id }) => seen.size < seen.add(id).size) };
      const offset = page.next_offset ?? 0;
      // An offset that does not advance would be read forever.
      next = page.has_more && offset > (next.offset ?? 0) && { offset };
    }
  }
  async function* rows() {
    for await (const page of pages()) yield* page.data;
  }
  return Object.assign(
    call(() => read({})),
    {
      pages,
      async all({ max = Infinity } = {}) {
        const collected: Row[] = [];
        if (max > 0) for await (const row of rows()) if (collected.push(row) >= max) break;
        return collected;
      },
      [Symbol.asyncIterator]: rows,
    },
  );
}
