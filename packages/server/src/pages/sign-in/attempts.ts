import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Failed sign-ins within a quarter of an hour: from one network address, and for one email. Each process counts for itself. */
const WINDOW_SECONDS = 900;
const FROM_ONE_ADDRESS = 20;
const FOR_ONE_EMAIL = 10;

/**
 * Counts sign-ins that fail. An attempt is counted before its password is checked and taken back when it was right, so
 * that a thousand at once are no way around.
 */
export function attemptCounter() {
  const byAddress = new RateLimiterMemory({ points: FROM_ONE_ADDRESS, duration: WINDOW_SECONDS });
  const byEmail = new RateLimiterMemory({ points: FOR_ONE_EMAIL, duration: WINDOW_SECONDS });
  return {
    /**
     * Counts an attempt. One from an address that must wait is not held against its email: a single address could else
     * fill the memory with emails it makes up, and keep others from signing in with theirs.
     * @returns seconds to wait when there were too many, else 0.
     */
    async take(address: string, email: string): Promise<number> {
      const wait = await consume(byAddress, address);
      return wait > 0 ? wait : consume(byEmail, keyOf(email));
    },
    /** Takes a right one back. */
    async forgive(address: string, email: string): Promise<void> {
      await byAddress.reward(address);
      await byEmail.delete(keyOf(email));
    },
  };
}

/** Cut to the length that an email can have, so that no attempt is remembered with more. */
function keyOf(email: string): string {
  return email.trim().toLowerCase().slice(0, 320);
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}
