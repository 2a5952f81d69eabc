// One function at a time: the index of either package costs more than a second of every start.
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { subMonths } from 'date-fns/subMonths';
import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset';

/** Days are counted in India Standard Time, whatever zone the process or the reader is in. */
export const TIME_ZONE = 'Asia/Kolkata';

/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

export const DASHBOARD_RANGES = ['7d', '30d', '90d', 'all'] as const;
export const USAGE_RANGES = ['7d', '1m', '3m', 'all'] as const;
export type Range = (typeof DASHBOARD_RANGES)[number] | (typeof USAGE_RANGES)[number];

/** The IST day of a moment. */
export function istDay(at: Date): Day {
  return dayIn(TIME_ZONE, at);
}

/** The moment at which an IST day begins, in milliseconds since 1970. */
export function beginningOfIstDay(day: Day): number {
  return Date.parse(`${day}T00:00:00+05:30`);
}

/** The IST day and time of a moment, to the minute: `2026-11-20 14:05`. */
export function istMinute(at: Date): string {
  return clockIn(TIME_ZONE, at).slice(0, 16).replace('T', ' ');
}

/** The hour of the IST day that a moment lies in: `2026-11-20 14:00`. */
export function istHour(at: Date): string {
  return `${istMinute(at).slice(0, 13)}:00`;
}

/** The calendar day that clocks in an IANA zone show at a moment, whatever zone the process is in. */
function dayIn(timeZone: string, at: Date): Day {
  return clockIn(timeZone, at).slice(0, 10);
}

/** India's clocks have not been changed since this moment. */
const IST_SINCE = Date.UTC(1945, 9, 15);
const IST_OFFSET = 19_800_000;

/** What clocks in a zone show, as the beginning of RFC 3339: `2026-11-20T14:05:00.000`. */
function clockIn(timeZone: string, at: Date): string {
  return new Date(at.getTime() + offsetOf(timeZone, at)).toISOString().slice(0, -1);
}

/** Milliseconds that a zone's clocks are ahead of UTC at a moment. Looking IST up took a quarter of a page's time. */
function offsetOf(timeZone: string, at: Date): number {
  return timeZone === TIME_ZONE && at.getTime() >= IST_SINCE ? IST_OFFSET : getTimezoneOffset(timeZone, at);
}

/**
 * First day of a range that ends today, or null for `all`: `7d` is today and the six days before, `1m` begins on the same
 * day of the month before, or on that month's last when it has no such day.
 */
export function firstDayOf(range: Range, today: Day): Day | null {
  switch (range) {
    case '7d':
      return dayAfter(today, -6);
    case '30d':
      return dayAfter(today, -29);
    case '90d':
      return dayAfter(today, -89);
    case '1m':
      return monthsBefore(today, 1);
    case '3m':
      return monthsBefore(today, 3);
    case 'all':
      return null;
  }
}

/** Every day from one to another, both included; none when the first is the later one. */
export function daysBetween(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, at) => dayAfter(from, at));
}

/** The as many days before a first day as there are from it to a last one. */
export function daysBefore(first: Day, last: Day): { from: Day; to: Day } {
  return { from: dayAfter(first, -countDays(first, last)), to: dayAfter(first, -1) };
}

const DAY = 86_400_000;

/** How many days there are from one to another, both included; in UTC, where each is as long as the next. */
function countDays(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1;
}

/** The day so many days after another, or before it. */
function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** The day so many months before another, or that month's last when it has no such day. */
function monthsBefore(day: Day, months: number): Day {
  // At noon, so that a change of the process's clocks never moves the day.
  return format(subMonths(parseISO(`${day}T12:00:00`), months), 'yyyy-MM-dd');
}
