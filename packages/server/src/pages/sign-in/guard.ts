import type { Request, Response } from 'express';

import { type Db, recordBlockedSignIn } from '@lodestone/core';

import { attemptCounter } from './attempts.ts';

/** Keeps out who gives too many wrong passwords or codes, wherever they are asked for. */
export interface Guard {
  /**
   * Counts an attempt, before it is judged.
   * @returns null when it may be made, else what to tell
   */
  enter(request: Request, email: string): Promise<TooMany | null>;
  /** Takes back what was counted, once everything was right. */
  forgive(request: Request, email: string): Promise<void>;
}

interface TooMany {
  /** Seconds. */
  wait: number;
  problem: string;
}

/** One for the whole application: a wrong code counts like a wrong password. */
export function signInGuard(db: Db): Guard {
  const attempts = attemptCounter();
  return {
    async enter(request, email) {
      const address = addressOf(request);
      const { wait, first } = await attempts.take(address, email);
      if (wait === 0) return null;
      if (first) await recordBlockedSignIn(db, { email, address });
      const minutes = Math.ceil(wait / 60);
      return {
        wait,
        problem: `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      };
    },
    forgive: (request, email) => attempts.forgive(addressOf(request), email),
  };
}

/** Says when to come back. */
export function tellToWait(response: Response, { wait }: TooMany): void {
  response.setHeader('Retry-After', String(wait));
}

function addressOf({ ip }: Request): string {
  return ip ?? 'unknown';
}
