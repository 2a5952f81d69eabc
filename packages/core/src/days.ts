// One function at a time: the package's index costs a second and a half of every start, and so does date-fns-tz, which loads it.
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { subDays } from 'date-fns/subDays';
import { subMonths } from 'date-fns/subMonths';

/** Days are counted in India Standard Time, whatever zone the process or the reader is in. */
export const TIME_ZONE = 'Asia/Kolkata';

/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

export const DASHBOARD_RANGES = ['7d', '30d', '90d', 'all'] as const;
export const USAGE_RANGES = ['7d', '1m', '3m', 'all'] as const;
export type Range = (typeof DASHBOARD_RANGES)[number] | (typeof USAGE_RANGES)[number];

// Sweden writes its days as ISO 8601 does.
const CALENDAR = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });

/** The IST day of a moment. */
export function istDay(at: Date): Day {
  return CALENDAR.format(at);
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

// At noon, so that a change of the process's clocks never moves the day.
function shift(day: Day, by: (noon: Date) => Date): Day {
  return format(by(parseISO(`${day}T12:00:00`)), 'yyyy-MM-dd');
}
