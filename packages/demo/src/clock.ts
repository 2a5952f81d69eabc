import { createHash } from 'node:crypto';

import { istDay } from '@lodestone/core/days.js';

/** Tells a moment of the demo: so many IST days ago, at an IST time of day. Days to come are negative. */
export type Clock = (daysAgo: number, time?: string) => Date;

const DAY = 86_400_000;

/** The clock of a demo that is seeded at `now`. */
export function clockAt(now: Date): Clock {
  const midnight = Date.parse(`${istDay(now)}T00:00:00.000+05:30`);
  return (daysAgo, time = '10:00:00.000') =>
    new Date(midnight - daysAgo * DAY + Date.parse(`1970-01-01T${time}Z`));
}

/** A UUIDv7 with the time of its row, and otherwise decided by what it names. */
export function idAt(at: Date, what: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(what).digest('hex');
  const variant = '89ab'.charAt(parseInt(hash.charAt(0), 16) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(1, 4)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
