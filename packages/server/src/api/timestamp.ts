const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,100}))?(?:[Zz]|[+-](\d\d):(\d\d))$/;

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an RFC 3339 timestamp: a date that exists, with `Z` or an offset, in the years 0001 to 9999 of UTC, of which
 * the last millisecond is the last that can be meant. No leap seconds: the database has none.
 * @param rounding to the millisecond that the service keeps: `up` for a lower bound, `down` for an upper one.
 * @returns null for any other text.
 */
export function readTimestamp(text: string, rounding: 'up' | 'down' = 'down'): Date | null {
  const [, year, month, day, hour, minute, second, fraction = '', offsetHour = '00', offsetMinute = '00'] =
    FORM.exec(text) ?? [];
  if (year === undefined || Number(day) > daysIn(Number(year), Number(month))) return null;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;
  const milliseconds = `.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const down = Date.parse(text.toUpperCase().replace(/(\.\d+)?(?=[Z+-][^T]*$)/, milliseconds));
  const up = /[1-9]/.test(fraction.slice(3)) ? down + 1 : down;
  if (down < FIRST || up > LAST) return null;
  return new Date(rounding === 'up' ? up : down);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
