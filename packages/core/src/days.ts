// One function at a time: the index of either package costs more than a second of every start.
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { subDays } from 'date-fns/subDays';
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
export function dayIn(timeZone: string, at: Date): Day {
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
      return shift(today, (noon) => subDays(noon, 6));
    case '30d':
      return shift(today, (noon) => subDays(noon, 29));
    case '90d':
      return shift(today, (noon) => subDays(noon, 89));
    case '1m':
      return shift(today, (noon) => subMonths(noon, 1));
    case '3m':
      return shift(today, (noon) => subMonths(noon, 3));
    case 'all':
      return null;
  }
}

/** Every day from one to another, both included; none when the first is the later one. */
export function daysBetween(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = shift(day, (noon) => addDays(noon, 1))) days.push(day);
  return days;
}

/** The as many days before a first day as there are from it to a last one. */
export function daysBefore(first: Day, last: Day): { from: Day; to: Day } {
  const count = daysBetween(first, last).length;
  return { from: shift(first, (noon) => subDays(noon, count)), to: shift(first, (noon) => subDays(noon, 1)) };
}

// At noon, so that a change of the process's clocks never moves the day.
function shift(day: Day, by: (noon: Date) => Date): Day {
  return format(by(parseISO(`${day}T12:00:00`)), 'yyyy-MM-dd');
}
