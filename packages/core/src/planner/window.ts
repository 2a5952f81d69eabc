import type { Weekday } from '../db/schema.ts';
import { type Zone, zoneOf } from './zone.ts';

/** When a campaign sends: on which days of its zone, and from which time of day until before which. */
export interface SendingWindow {
  time_zone: string;
  send_days: readonly Weekday[];
  /** `HH:MM`. */
  send_from: string;
  send_until: string;
}

/** From a moment until before another, in milliseconds since 1970. */
export interface Span {
  from: number;
  until: number;
}

const DAY = 86_400_000;
const WEEKDAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether a campaign may send at a moment: by the clock on a wall of its zone, however that was put forward or back. */
export function isOpen(window: SendingWindow, at: number): boolean {
  const local = at + zoneOf(window.time_zone).offsetAt(at);
  const day = Math.floor(local / DAY);
  const time = local - day * DAY;
  return isSendingDay(window, day) && time >= minutes(window.send_from) && time < minutes(window.send_until);
}

/** The spans between two moments in which a campaign may send, in order. */
export function openSpans(window: SendingWindow, from: number, until: number): Span[] {
  const zone = zoneOf(window.time_zone);
  const changes = zone.changes(from, until);
  // Between two changes of the clocks every local day is a plain one.
  return [from, ...changes].flatMap((start, at) => plainSpans(window, zone, start, changes[at] ?? until));
}

function plainSpans(window: SendingWindow, zone: Zone, from: number, until: number): Span[] {
  const offset = zone.offsetAt(from);
  const [opens, closes] = [minutes(window.send_from), minutes(window.send_until)];
  const spans: Span[] = [];
  for (let day = Math.floor((from + offset) / DAY); day * DAY - offset < until; day++) {
    if (!isSendingDay(window, day)) continue;
    const start = Math.max(day * DAY + opens - offset, from);
    const end = Math.min(day * DAY + closes - offset, until);
    if (start < end) spans.push({ from: start, until: end });
  }
  return spans;
}

function isSendingDay({ send_days }: SendingWindow, day: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = WEEKDAYS[(((day + 4) % 7) + 7) % 7];
  return weekday !== undefined && send_days.includes(weekday);
}

/** Milliseconds from midnight to `HH:MM`. */
function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour * 60 + minute) * 60_000;
}
