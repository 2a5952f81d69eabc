import { hash, verify } from '@node-rs/argon2';

import { Refusal } from '../refusal.ts';

/** Characters of a password. */
export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes made at once, and how many may wait. Beyond that a sign-in is refused until later, and nothing else is affected. */
const AT_ONCE = 2;
const MAX_WAITING = 40;

let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords are being checked at this moment. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/**
 * The argon2id hash of a new password.
 * @throws Refusal `invalid_parameter` for one that is too short or too long; Busy
 */
export async function hashPassword(password: string): Promise<string> {
  refuseLength(password);
  return inTurn(() => hash(password.normalize('NFC'), COST));
}

/** @throws Refusal `invalid_parameter`, field `password` */
export function refuseLength(password: string): void {
  const length = [...password].length;
  if (length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD) return;
  throw new Refusal(
    'invalid_parameter',
    `A password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; this one has ${length}.`,
    'password',
  );
}

/**
 * Whether a password is the hash's. Without a hash (an unknown address, a user who has set none) as much work is done and
 * the answer is no, so that the time does not tell one from the other.
 * @throws Busy
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  // Longer ones cannot be right; to hash a megabyte is work that anybody could ask for.
  const given = password.normalize('NFC').slice(0, LONGEST_PASSWORD * 4);
  const against = stored ?? (await decoy());
  const right = await inTurn(() => verify(against, given));
  return right && stored !== null;
}

let made: Promise<string> | undefined;

function decoy(): Promise<string> {
  made ??= hash('no password is this one', COST);
  return made;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new Busy('Too many passwords are being checked. Try again in a moment.');
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The turn is handed on, not given back, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
