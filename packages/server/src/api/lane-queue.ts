/** What waits for its turn. */
export interface Waiting {
  since: number;
  begin(): void;
  refuse(): void;
}

/** What one account has under way, and what of it waits. */
export interface Lane {
  running: number;
  waiting: Waiting[];
}

type MayBegin = (account: string, lane: Lane) => boolean;

/** A lane for each account that has work running or waiting. Accounts take turns. */
export interface LaneQueue {
  /** The lane of an account; a new one at the end of the round if it has none. */
  of(account: string): Lane;
  /** Takes what is next, of the account that has waited longest for a turn among those that may begin something. */
  next(mayBegin: MayBegin): { account: string; lane: Lane; turn: Waiting } | undefined;
  /** Takes out everything for which that holds. */
  remove(isGone: (turn: Waiting) => boolean): Waiting[];
  /** Gives the lane up if nothing is left in it. */
  forgetIdle(account: string): void;
  /** Whether something waits that may begin. */
  isWanted(mayBegin: MayBegin): boolean;
  /** How much waits, of one account or of all. */
  waiting(account?: string): number;
}

export function laneQueue(): LaneQueue {
  /** In the order of their turns. */
  const lanes = new Map<string, Lane>();

  function forgetIdle(account: string): void {
    const lane = lanes.get(account);
    if (lane?.running === 0 && lane.waiting.length === 0) lanes.delete(account);
  }

  return {
    forgetIdle,
    of: (account) => {
      const lane = lanes.get(account) ?? { running: 0, waiting: [] };
      lanes.set(account, lane);
      return lane;
    },
    next: (mayBegin) => {
      for (const [account, lane] of lanes) {
        if (!mayBegin(account, lane)) continue;
        const turn = lane.waiting.shift();
        if (turn === undefined) continue;
        // To the end of the round.
        lanes.delete(account);
        lanes.set(account, lane);
        return { account, lane, turn };
      }
      return undefined;
    },
    remove: (isGone) => {
      const removed: Waiting[] = [];
      for (const [account, lane] of lanes) {
        const gone = lane.waiting.filter(isGone);
        if (gone.length === 0) continue;
        removed.push(...gone);
        lane.waiting = lane.waiting.filter((turn) => !gone.includes(turn));
        forgetIdle(account);
      }
      return removed;
    },
    isWanted: (mayBegin) =>
      [...lanes].some(([account, lane]) => lane.waiting.length > 0 && mayBegin(account, lane)),
    waiting: (account) =>
      account === undefined
        ? [...lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
        : (lanes.get(account)?.waiting.length ?? 0),
  };
}
