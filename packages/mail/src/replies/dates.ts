import {
  calendarDate,
  daysAfter,
  daysBetween,
  MONTH_NAMES,
  monthOf,
  WEEKDAY_NAMES,
  weekdayOf,
} from './calendar.ts';

/** A date in a text. Its readings are more than one where `3/4` may be in March or in April, and none where it is past. */
export interface WrittenDate {
  start: number;
  end: number;
  readings: Date[];
  /** Whether the day came after another, as in `5-12 January`. */
  endsRange: boolean;
}

/** How far ahead a date without and with a year may lie, in days; an auto-reply that was forgotten is older. */
const WITHOUT_YEAR = 270;
const WITH_YEAR = 550;

const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|ero|º|ª|\\.)?';
const YEAR = '(?:,?\\s{0,3}(?:de |del |of )?(\\d{4}))?';
const RANGE =
  '(?:(\\d{1,2})(?:st|nd|rd|th|er|\\.)?\\s{0,2}(?:-|–|—|to|till|until|bis(?: zum)?|au|al|से)\\s{0,2})?';
const NOT_INSIDE = '(?<![\\p{L}\\p{M}\\d./-])';
const ENDS = '(?![\\p{L}\\p{M}\\d])';

const DAY_MONTH = new RegExp(
  `${NOT_INSIDE}${RANGE}${DAY}\\s{0,3}(?:of |de |d['’])?(${MONTH_NAMES})${ENDS}\\.?${YEAR}`,
  'giu',
);
const MONTH_DAY = new RegExp(
  `${NOT_INSIDE}(${MONTH_NAMES})\\.?\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?(?:\\s{0,2}[-–—]\\s{0,2}(\\d{1,2})(?:st|nd|rd|th)?)?${ENDS}${YEAR}`,
  'giu',
);
const ISO = new RegExp(`${NOT_INSIDE}(\\d{4})-(\\d{2})-(\\d{2})${ENDS}`, 'gu');
const DOTTED = new RegExp(`${NOT_INSIDE}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?${ENDS}`, 'gu');
const SLASHED = new RegExp(
  `${NOT_INSIDE}(\\d{1,2})[/-](\\d{1,2})(?:[/-](\\d{4}|\\d{2}))?(?![\\p{L}\\p{M}\\d/-])`,
  'gu',
);
const WEEKDAY = new RegExp(`(?<![\\p{L}\\p{M}])(${WEEKDAY_NAMES})(?![\\p{L}\\p{M}])`, 'giu');
const TOMORROW = /(?<![\p{L}\p{M}])(tomorrow|morgen|demain|mañana|कल)(?![\p{L}\p{M}])/giu;

/** Every date that a text names, in order, seen from `today`. `dayFirst` says how slashes are read. */
export function writtenDates(text: string, today: Date, dayFirst: boolean): WrittenDate[] {
  const found: WrittenDate[] = [];
  const take = (pattern: RegExp, read: (groups: string[]) => { readings: Date[]; endsRange?: boolean }) => {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && end > other.start)) continue;
      const groups = [...match].map((group) => group ?? '');
      found.push({ start, end, endsRange: false, ...read(groups) });
    }
  };
  const near = (day: string, month: number, year: string) => upcoming(today, Number(day), month, year);
  take(ISO, ([, year = '', month = '', day = '']) => ({ readings: near(day, Number(month), year) }));
  take(DAY_MONTH, ([, from = '', day = '', month = '', year = '']) => ({
    readings: near(day, monthOf(month.toLowerCase()), year),
    endsRange: from !== '',
  }));
  take(MONTH_DAY, ([, month = '', from = '', to = '', year = '']) => ({
    readings: near(to || from, monthOf(month.toLowerCase()), year),
    endsRange: to !== '',
  }));
  take(DOTTED, ([, day = '', month = '', year = '']) => ({ readings: near(day, Number(month), year) }));
  take(SLASHED, ([, a = '', b = '', year = '']) => {
    const dayMonth = near(a, Number(b), year);
    return { readings: dayFirst || a === b ? dayMonth : [...dayMonth, ...near(b, Number(a), year)] };
  });
  take(WEEKDAY, ([, name = '']) => {
    const ahead = (weekdayOf(name.toLowerCase()) - today.getUTCDay() + 7) % 7;
    return { readings: [daysAfter(today, ahead || 7)] };
  });
  take(TOMORROW, () => ({ readings: [daysAfter(today, 1)] }));
  const dates = found.toSorted((a, b) => a.start - b.start);
  return dates.filter(
    (date, at) => !belongsTo(text.slice(date.end, dates[at + 1]?.start ?? date.end), date, text),
  );
}

/** Whether a day of the week only goes before the date that follows, as in `Monday, December 1st`. */
function belongsTo(between: string, { start, end }: WrittenDate, text: string): boolean {
  return (
    weekdayOf(text.slice(start, end).toLowerCase()) >= 0 &&
    /^[\s,.]{1,3}(?:the |den |dem |le |el )?$/i.test(between)
  );
}

/** The date if it is one, and lies ahead; without a year, the next one. */
function upcoming(today: Date, day: number, month: number, writtenYear: string): Date[] {
  const thisYear = today.getUTCFullYear();
  const year = writtenYear.length === 2 ? `20${writtenYear}` : writtenYear;
  const years = year === '' ? [thisYear, thisYear + 1] : [Number(year)];
  const date = years
    .map((year) => calendarDate(year, month, day))
    .find((date) => date !== null && daysBetween(today, date) >= 0);
  if (!date) return [];
  return daysBetween(today, date) <= (year === '' ? WITHOUT_YEAR : WITH_YEAR) ? [date] : [];
}
