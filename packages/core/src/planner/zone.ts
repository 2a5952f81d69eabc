import type { Day } from '../days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clock of an IANA zone. All moments are milliseconds since 1970. */
export interface Zone {
  /** What is added to UTC to get the local time then, in milliseconds. */
  offsetAt(at: number): number;
  /** The moments after `from` and before `until` at which the clocks change. */
  changes(from: number, until: number): number[];
}

const zones = new Map<string, Zone>();

/** Whether there is a zone of that name, such as `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  // An offset such as +05:30 is no zone: it has no days on which clocks change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The clock of a zone. @throws RangeError when there is no such zone */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = makeZone(name);
  zones.set(name, zone);
  return zone;
}

/** The local calendar day of a moment. */
export function localDay(zone: Zone, at: number): Day {
  return new Date(at + zone.offsetAt(at)).toISOString().slice(0, 10);
}

/** The moment at which it is midnight at the beginning of the local day of `at`. */
export function beginningOfDay(zone: Zone, at: number): number {
  const local = at + zone.offsetAt(at);
  return momentOf(zone, Math.floor(local / DAY) * DAY);
}

/** The moment at which it is midnight at the beginning of the local day after that of `at`. */
export function nextLocalDay(zone: Zone, at: number): number {
  const local = at + zone.offsetAt(at);
  return momentOf(zone, Math.floor(local / DAY) * DAY + DAY);
}

/** So many calendar days later at the same local time of day, whatever the clocks did in between. */
export function daysLater(zone: Zone, at: number, days: number): number {
  return momentOf(zone, at + zone.offsetAt(at) + days * DAY);
}

/**
 * The moment that has a local time, which is written as if it were UTC. One that the clocks skip is as much later as they
 * were put forward; of one that comes twice it is the first.
 */
export function momentOf(zone: Zone, local: number): number {
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  const first = local - Math.max(before, after);
  if (first + zone.offsetAt(first) === local) return first;
  const second = local - Math.min(before, after);
  if (second + zone.offsetAt(second) === local) return second;
  // Skipped. The clocks went forward in between, so the earlier offset leads past the gap.
  return local - before;
}

function makeZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  const wallClock = (at: number) => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  // Offsets by the hour are all that is ever asked for near one moment; clocks change on a quarter of an hour.
  const byQuarter = new Map<number, number>();
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / (15 * MINUTE));
    let offset = byQuarter.get(quarter);
    if (offset === undefined) {
      const start = quarter * 15 * MINUTE;
      offset = wallClock(start) - start;
      if (byQuarter.size > 20_000) byQuarter.clear();
      byQuarter.set(quarter, offset);
    }
    return offset;
  };
  return {
    offsetAt,
    changes: (from, until) => {
      const found: number[] = [];
      for (let at = from; at < until; at += DAY) {
        const end = Math.min(at + DAY, until);
        if (offsetAt(at) !== offsetAt(end)) found.push(changeBetween(offsetAt, at, end));
      }
      return found.filter((at) => at < until);
    },
  };
}

/** The first moment of the offset that holds at `end`, where another holds at `start`. */
function changeBetween(offsetAt: Zone['offsetAt'], start: number, end: number): number {
  const wanted = offsetAt(end);
  let [before, after] = [Math.floor(start / (15 * MINUTE)), Math.ceil(end / (15 * MINUTE))];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * 15 * MINUTE) === wanted) after = middle;
    else before = middle;
  }
  return after * 15 * MINUTE;
}
