/** A row's place in an order: by what the order goes by, then by id. */
export interface Position {
  by: number | Date;
  /** UUID. */
  id: string;
}

/** Where the pages that one caller has read of a list ended. */
export interface Walk {
  /** The last row before `offset`, if this caller read it a moment ago. */
  at(list: string, offset: number): Position | null;
  /** Remembers the last row before `offset`. */
  reached(list: string, offset: number, position: Position): void;
}

/** Milliseconds for which the end of a page is remembered. */
const REMEMBERED_FOR = 15 * 60_000;

/** Callers that are remembered, and pages of each; the oldest go first. A caller reads a few lists at once, each forwards. */
const CALLERS = 500;
const PAGES = 40;

type Pages = Map<string, { position: Position; until: number }>;

/** By database: several may be open in one process. */
const callersOf = new WeakMap<object, Map<string, Pages>>();

/**
 * The walk of a caller over the lists of a database, in this process alone. A request for the offset where the last page
 * ended continues right after that row: nothing that was skipped has to be read, and no row that kept its place is skipped
 * or returned twice, however many came and went before it. Any other offset is counted from the beginning.
 */
export function walkOf(db: object, caller: string): Walk {
  const callers = callersOf.get(db) ?? new Map<string, Pages>();
  callersOf.set(db, callers);
  return {
    at(list, offset) {
      const page = callers.get(caller)?.get(keyOf(list, offset));
      return page && performance.now() < page.until ? page.position : null;
    },
    reached(list, offset, position) {
      const pages: Pages = callers.get(caller) ?? new Map();
      putLast(callers, caller, pages, CALLERS);
      putLast(pages, keyOf(list, offset), { position, until: performance.now() + REMEMBERED_FOR }, PAGES);
    },
  };
}

function keyOf(list: string, offset: number): string {
  return `${offset} ${list}`;
}

/** Sets an entry as the latest in a map, and drops the oldest beyond `most`. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest = ''] = map.keys();
  map.delete(oldest);
}
