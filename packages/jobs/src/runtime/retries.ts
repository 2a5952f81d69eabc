/** What becomes of an account for which a job failed. */
export interface Retries {
  /** Whether it is too early to try again. */
  waits(account: string): boolean;
  worked(account: string): void;
  /** @returns whether the account's owner should see this failure */
  failed(account: string): boolean;
}

/** Milliseconds until the first new attempt; each one after waits twice as long. */
const FIRST = 1_000;

const LONGEST = 300_000;

/** Failures in a row, after which one is seen: shorter troubles are over by themselves. */
const SEEN_AFTER = 4;

/** Milliseconds after which a failure that lasts is seen once more. */
const SEEN_AGAIN = 3_600_000;

/** For loops, whose next turn comes soon: each account waits for itself, longer and longer. */
export function accountRetries(now: () => number = () => performance.now()): Retries {
  const troubles = new Map<string, { failures: number; until: number; seenAt: number }>();
  return {
    waits: (account) => (troubles.get(account)?.until ?? 0) > now(),
    worked: (account) => void troubles.delete(account),
    failed: (account) => {
      const { failures: before, seenAt } = troubles.get(account) ?? { failures: 0, seenAt: -Infinity };
      const failures = before + 1;
      const seen = failures >= SEEN_AFTER && now() - seenAt >= SEEN_AGAIN;
      troubles.set(account, {
        failures,
        until: now() + backoff(failures),
        seenAt: seen ? now() : seenAt,
      });
      return seen;
    },
  };
}

/** Milliseconds to wait after so many failures in a row. */
export function backoff(failures: number): number {
  return Math.min(LONGEST, FIRST * 2 ** (failures - 1));
}

/** For schedules, where the whole turn is repeated. */
export function turnRetries(isLast: boolean): Retries & { failures(): number } {
  let failures = 0;
  return {
    waits: () => false,
    worked: () => {},
    failed: () => {
      failures += 1;
      return isLast;
    },
    failures: () => failures,
  };
}
