import { overloaded } from './errors.ts';

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

interface Waiting {
  since: number;
  begin(): void;
  refuse(): void;
}

interface Lane {
  running: number;
  waiting: Waiting[];
}

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
  /** Accounts that have work running or waiting, the one that has waited longest for a turn first. */
  const lanes = new Map<string, Lane>();
  let running = 0;
  let clock: NodeJS.Timeout | undefined;
  /** Who asked or was answered last, and who did before them. */
  let last = { account: '', at: -Infinity };
  let before = last;

  function seen(account: string): void {
    if (account !== last.account) before = last;
    last = { account, at: performance.now() };
  }

  function mayBegin(account: string, lane: Lane): boolean {
    const other = last.account === account ? before : last;
    const isAlone = performance.now() - other.at > STILL_ASKING;
    return lane.running < (isAlone ? perAccount : besideOthers);
  }

  /** Gives turns for as long as there are any: not one out of another, since thousands may be refused in a row. */
  function beginAll(): void {
    while (running < slots && beginNext());
  }

  /** @returns whether somebody's turn came */
  function beginNext(): boolean {
    for (const [account, lane] of lanes) {
      if (!mayBegin(account, lane)) continue;
      const next = lane.waiting.shift();
      if (next === undefined) continue;
      // To the end of the round.
      lanes.delete(account);
      lanes.set(account, lane);
      if (isLate(next)) {
        next.refuse();
        forgetIdle(account, lane);
      } else {
        running++;
        lane.running++;
        next.begin();
      }
      return true;
    }
    return false;
  }

  const isLate = ({ since }: Waiting) => performance.now() - since > longestWait;

  /** Refuses those whose turn did not come in time, even if no other has ended. */
  function refuseLate(): void {
    for (const [account, lane] of lanes) {
      const late = lane.waiting.filter(isLate);
      if (late.length === 0) continue;
      lane.waiting = lane.waiting.filter((one) => !isLate(one));
      for (const one of late) one.refuse();
      forgetIdle(account, lane);
    }
    clock = undefined;
    if ([...lanes.values()].some(({ waiting }) => waiting.length > 0)) watch();
  }

  function watch(): void {
    if (longestWait !== Infinity) clock ??= setTimeout(refuseLate, LOOK).unref();
  }

  function forgetIdle(account: string, { running: own, waiting }: Lane): void {
    if (own === 0 && waiting.length === 0) lanes.delete(account);
  }

  function isFull(account: string): boolean {
    return (lanes.get(account)?.waiting.length ?? 0) >= mostWaiting;
  }

  function turnOf(account: string, next: boolean, since = performance.now()): Promise<void> {
    const lane = lanes.get(account) ?? { running: 0, waiting: [] };
    lanes.set(account, lane);
    if (!next && isFull(account)) return Promise.reject(overloaded());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    seen(account);
    const turn = { since, begin: resolve, refuse: () => reject(overloaded()) };
    if (next) lane.waiting.unshift(turn);
    else lane.waiting.push(turn);
    beginAll();
    if (lane.waiting.length > 0) watch();
    return promise;
  }

  /** The turn of a request that had one before. It is never refused: what it did still has to be answered. */
  function turnAgain(account: string): Promise<void> {
    return turnOf(account, true, Infinity);
  }

  function end(account: string): void {
    running--;
    seen(account);
    const lane = lanes.get(account);
    if (lane) {
      lane.running--;
      forgetIdle(account, lane);
    }
    beginAll();
  }

  return {
    isWanted: () =>
      running >= slots &&
      [...lanes].some(([account, lane]) => lane.waiting.length > 0 && mayBegin(account, lane)),
    isFull,
    use: () => ({
      running,
      waiting: [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0),
    }),
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
