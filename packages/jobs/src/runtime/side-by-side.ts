import { setTimeout } from 'node:timers/promises';

/** Accounts that a job works for at once. */
const AT_ONCE = 12;

/** Milliseconds after which a turn leaves slow accounts behind and looks for others that have work. */
const TURN_TIMEOUT = 1_000;

/** Work for accounts that do not wait for each other: it may go on after the turn that began it. */
export interface SideBySide {
  /**
   * Begins work for accounts that none is under way for, as far as there is room. Resolves when all of it has ended, or after a while.
   * @throws what failed meanwhile
   */
  begin(ids: Iterable<string>, work: (id: string) => Promise<void>): Promise<void>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

export function sideBySide(): SideBySide {
  const working = new Map<string, Promise<void>>();
  let failures: unknown[] = [];

  function start(id: string, work: (id: string) => Promise<void>): void {
    const done = work(id)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => working.delete(id));
    working.set(id, done);
  }

  const all = async (): Promise<void> => void (await Promise.all(working.values()));

  return {
    begin: async (ids, work) => {
      for (const id of ids) {
        if (working.size >= AT_ONCE) break;
        if (!working.has(id)) start(id, work);
      }
      const timer = new AbortController();
      await Promise.race([all(), setTimeout(TURN_TIMEOUT, undefined, timer)]);
      timer.abort();
      const [failure] = failures;
      failures = [];
      if (failure !== undefined) throw failure;
    },
    ended: all,
  };
}
