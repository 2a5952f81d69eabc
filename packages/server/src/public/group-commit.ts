/** Milliseconds for which what comes in is gathered. */
const GATHER = 8;

/** So many are written in one statement. */
const MAX_GROUP = 500;

/** So many may wait; more are refused at once, rather than kept waiting forever. */
const MAX_WAITING = 20_000;

/** A writer that is asked for one thing, and writes many together. */
export interface GroupCommit<Item, Answer> {
  /** Resolves once it is committed. @throws what writing its group threw */
  add(item: Item): Promise<Answer>;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
}

/**
 * Gathers for some milliseconds, and writes what has come together: a commit costs nearly the same for one as for hundreds.
 * @param write writes a group; its answers are in the group's order
 */
export function groupCommit<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
): GroupCommit<Item, Answer> {
  interface Waiting {
    item: Item;
    /** When it came, by `performance.now()`. */
    since: number;
    resolve(answer: Answer): void;
    reject(error: unknown): void;
  }
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      // What came while the group before was written has waited already.
      const left = first.since + GATHER - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      try {
        const answers = await write(group.map(({ item }) => item));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    writing = undefined;
  }

  return {
    add: (item) => {
      if (waiting.length >= MAX_WAITING)
        return Promise.reject(new Error('Too many visits wait to be written.'));
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.push({ item, since: performance.now(), resolve, reject });
      writing ??= writeAll();
      return promise;
    },
    settled: async () => {
      await writing;
    },
  };
}
