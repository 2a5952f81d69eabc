import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Failed sign-ins within a quarter of an hour: from one network address, and from it for one email. Never for an email alone:
 * then anybody could keep its owner out. Each process counts for itself.
 */
const WINDOW_SECONDS = 900;
const FROM_ONE_ADDRESS = 20;
const FOR_ONE_EMAIL = 10;

/** An email that fails from so many addresses is being guessed at; each address has fewer tries then. */
const GUESSED_AT = 50;
const WHILE_GUESSED_AT = 3;

export interface Attempt {
  /** Seconds to wait when there were too many, else 0. */
  wait: number;
  /** Whether this is the first from there that has to wait for this email, so that its owner is told once. */
  first: boolean;
}

/**
 * Counts sign-ins that fail. An attempt is counted before its password is checked and taken back when it was right, so
 * that a thousand at once are no way around.
 */
export function attemptCounter() {
  const byAddress = limit(FROM_ONE_ADDRESS);
  const byBoth = limit(FOR_ONE_EMAIL);
  const byEmail = limit(GUESSED_AT);
  return {
    /**
     * Counts an attempt. One from an address that must wait does not count against anything else, so that a single address cannot fill
     * the memory with emails that it makes up.
     */
    async take(address: string, email: string): Promise<Attempt> {
      const from = await consume(byAddress, address);
      if (from.wait > 0) return { wait: from.wait, first: false };
      const both = await consume(byBoth, `${address} ${keyOf(email)}`);
      const all = await consume(byEmail, keyOf(email));
      if (both.wait > 0) return { wait: both.wait, first: both.taken === FOR_ONE_EMAIL + 1 };
      if (all.wait > 0 && both.taken > WHILE_GUESSED_AT)
        return { wait: all.wait, first: both.taken === WHILE_GUESSED_AT + 1 };
      return { wait: 0, first: false };
    },
    /** Takes a right one back, with what failed before it from there. */
    async forgive(address: string, email: string): Promise<void> {
      await byAddress.reward(address);
      await byBoth.delete(`${address} ${keyOf(email)}`);
      await byEmail.reward(keyOf(email));
    },
  };
}

/** Cut to the length that an email can have, so that no attempt is remembered with more. */
function keyOf(email: string): string {
  return email.trim().toLowerCase().slice(0, 320);
}

function limit(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<{ wait: number; taken: number }> {
  try {
    return { wait: 0, taken: (await limiter.consume(key)).consumedPoints };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { wait: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)), taken: error.consumedPoints };
  }
}
