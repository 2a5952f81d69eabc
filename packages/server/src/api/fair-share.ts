import { overloaded } from './errors.ts';
import { type Lane, laneQueue, type Waiting } from './lane-queue.ts';

export interface FairShare {
  /**
   * Does some work at the database once it is the account's turn. What the work waits for that is no database, it waits for in
   * `without`, so that others have their turns meanwhile; it then goes on ahead of all else that the account has waiting.
   * @param account whose turn it takes: an account's id, or an address while nobody knows the account
   * @param next ahead of what the same account has asked for since; for the rest of a request that was let in
   * @throws ApiError 503 at once when too much of the account's waits already, or when its turn did not come in time
   */
  run<Result>(account: string, work: (without: Without) => Promise<Result>, next?: boolean): Promise<Result>;
  /** Whether somebody's turn would come if one ended. */
  isWanted(): boolean;
  /** Whether nothing more of an account may wait. */
  isFull(account: string): boolean;
  /** How much is done at once now, and how much waits for its turn. */
  use(): { running: number; waiting: number };
}

/** Gives the turn to others for as long as something else is waited for. */
export type Without = <Result>(meanwhile: () => Promise<Result>) => Promise<Result>;

export interface Shares {
  /** How much may be done at once. */
  slots: number;
  /** Of that, for one account: less than all, so that another never waits for the end of its longest work. */
  perAccount: number;
  /** The same while another asks, too: each piece of work under way makes every other slower, the other's as well. */
  besideOthers?: number;
  /** How much of one account may wait. */
  waiting: number;
  /** Milliseconds after which nobody waits for the answer any more. */
  longestWait: number;
}

/** Milliseconds for which an account that has asked counts as asking. Its request takes two turns, with a pause in between. */
const STILL_ASKING = 250;

/** Milliseconds between checks for requests that have waited too long. */
const LOOK = 500;

/**
 * Shares the database among the accounts: each takes its turn, so that one that asks a thousand questions at once waits for
 * itself and for nobody else.
 */
export function fairShare({
  slots,
  perAccount,
  besideOthers = perAccount,
  waiting: mostWaiting,
  longestWait,
}: Shares): FairShare {
  const lanes = laneQueue();
  const askers = recentAskers();
  let running = 0;
  let clock: NodeJS.Timeout | undefined;

  const mayBegin = (account: string, lane: Lane) =>
    lane.running < (askers.isAlone(account) ? perAccount : besideOthers);
  const isLate = ({ since }: Waiting) => performance.now() - since > longestWait;
  const isFull = (account: string) => lanes.waiting(account) >= mostWaiting;

  /** Gives turns for as long as there are any: not one out of another, since thousands may be refused in a row. */
  function beginAll(): void {
    while (running < slots) {
      const next = lanes.next(mayBegin);
      if (!next) return;
      if (isLate(next.turn)) {
        next.turn.refuse();
        lanes.forgetIdle(next.account);
      } else {
        running++;
        next.lane.running++;
        next.turn.begin();
      }
    }
  }

  /** Refuses those whose turn did not come in time, even if no other has ended. */
  function refuseLate(): void {
    for (const turn of lanes.remove(isLate)) turn.refuse();
    clock = undefined;
    if (lanes.waiting() > 0) watch();
  }

  function watch(): void {
    if (longestWait !== Infinity) clock ??= setTimeout(refuseLate, LOOK).unref();
  }

  function turnOf(account: string, next: boolean, since = performance.now()): Promise<void> {
    if (!next && isFull(account)) return Promise.reject(overloaded());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    askers.seen(account);
    const turn = { since, begin: resolve, refuse: () => reject(overloaded()) };
    const { waiting } = lanes.of(account);
    if (next) waiting.unshift(turn);
    else waiting.push(turn);
    beginAll();
    if (waiting.length > 0) watch();
    return promise;
  }

  /** The turn of a request that had one before. It is never refused: what it did still has to be answered. */
  function turnAgain(account: string): Promise<void> {
    return turnOf(account, true, Infinity);
  }

  function end(account: string): void {
    running--;
    askers.seen(account);
    lanes.of(account).running--;
    lanes.forgetIdle(account);
    beginAll();
  }

  return {
    isWanted: () => running >= slots && lanes.isWanted(mayBegin),
    isFull,
    use: () => ({ running, waiting: lanes.waiting() }),
    run: async (account, work, next = false) => {
      await turnOf(account, next);
      try {
        return await work(async (meanwhile) => {
          end(account);
          try {
            return await meanwhile();
          } finally {
            await turnAgain(account);
          }
        });
      } finally {
        end(account);
      }
    },
  };
}

/** Who asked or was answered last, and who did before them: enough to know whether an account has the database to itself. */
function recentAskers(): { seen(account: string): void; isAlone(account: string): boolean } {
  let last = { account: '', at: -Infinity };
  let before = last;
  return {
    seen: (account) => {
      if (account !== last.account) before = last;
      last = { account, at: performance.now() };
    },
    isAlone: (account) => {
      const other = last.account === account ? before : last;
      return performance.now() - other.at > STILL_ASKING;
    },
  };
}
