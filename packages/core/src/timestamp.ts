const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,100}))?)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)$/;

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a moment bounds from below or from above. */
export type Bound = 'after' | 'before';

/**
 * Reads an ISO 8601 moment as a bound: a date that exists with a time, with or without seconds, and `Z` or an offset, in the
 * years 0001 to 9999 of UTC; or a date alone, which is the first or the last millisecond of its day in India Standard Time.
 * What lies between two milliseconds is moved inwards, since that is what the service keeps. No leap seconds: the database has none.
 * @returns null for any other text.
 */
export function readTimestamp(text: string, bound: Bound): Date | null {
  if (DATE.test(text)) {
    // The first of all days began in the year before it, in UTC.
    if (text === '0001-01-01' && bound === 'after') return new Date(FIRST);
    return readTimestamp(`${text}T${bound === 'after' ? '00:00' : '23:59:59.999'}+05:30`, bound);
  }
  const [, date, hour, minute, second = '00', fraction = '', offsetHour = '+00', offsetMinute = '00'] =
    TIME.exec(text) ?? [];
  if (date === undefined || !exists(date)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Math.abs(Number(offsetHour)) > 23 || Number(offsetMinute) > 59) return null;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const down = Date.parse(`${date}T${hour}:${minute}:${second}.${milliseconds}${offsetHour}:${offsetMinute}`);
  const up = /[1-9]/.test(fraction.slice(3)) ? down + 1 : down;
  if (down < FIRST || up > LAST) return null;
  return new Date(bound === 'after' ? up : down);
}

/** Whether a calendar has the date: 30 February would be read as 2 March. */
function exists(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}
