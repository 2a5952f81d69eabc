import { type WrittenDate, writtenDates } from './dates.ts';

/** Words before a date that say when somebody is back, in English, German, French and Spanish. */
const BACK_BEFORE =
  /(?<!\p{L})(?:back|return(?:s|ing)?|resum(?:e|ing)|again|available (?:from|on)|wieder|zurück|ab(?: dem)?|de retour|retour|reviens|reviendrai|reprendrai|rentre(?:rai)?|regres\p{L}{1,5}|vuelv\p{L}{1,3}|volver\p{L}{0,3}|de vuelta|retorno|reincorpor\p{L}{1,6})(?!\p{L})[^!?\n]{0,40}$/iu;

/** Words before a date that say how long somebody is away. */
const UNTIL_BEFORE =
  /(?<!\p{L})(?:until|till?|thru|through|up to|bis(?: zum| einschl(?:\.|ießlich))?|jusqu['’]?\s?(?:au|à|en)|hasta|fino al?|tot(?: en met)?|até|till och med|t\.o\.m\.|frem til|til(?: og med)?|до|do(?= $))(?!\p{L})[^!?\n\d]{0,25}$/iu;

/** What joins two dates into a range. */
const RANGE =
  /^[\s,]{0,3}(?:to|till?|until|through|thru|and|-|–|—|bis(?: zum)?|au|al|a|से|se)(?:\s(?:the|el|le|den))?\s{0,3}$/iu;
const RANGE_BEGINS =
  /(?<!\p{L})(?:from|between|vom|von|zwischen|du|del|entre|desde(?: el)?)(?!\p{L})[^!?\n\d]{0,20}$/iu;

/** Words after a date: Hindi and German put them there. */
const BACK_AFTER = /^[^!?\n]{0,40}?(?:लौट|वापस|wapas|vapas|laut|wieder|zurück|back in)/iu;
const UNTIL_AFTER = /^[\s,]{0,3}(?:तक|tak)(?!\p{L})/iu;

/** Somebody who is not sure either. */
const OR = /^[\s,]{0,3}(?:or|oder|ou|o|या)(?:\s\p{L}{1,3})?\s{0,3}$/iu;

/** Only the beginning is looked at: a date far down is another's. */
const HEAD = 3_000;

const DEVANAGARI_ZERO = '०'.charCodeAt(0);

/** Words by which English shows itself: its slashed dates may be read either way. */
const ENGLISH = /(?<!\p{L})(?:the|will|office|back|until|from|and|out)(?!\p{L})/iu;
const DAY_FIRST =
  /(?<!\p{L})(?:ich|bin|nicht|bis|je|suis|jusqu|absent|estoy|estaré|hasta|मैं|तक|main)(?!\p{L})/iu;

/**
 * The day, `YYYY-MM-DD`, that an out-of-office names as its end: the day of the return where it says so, else the last day
 * away. Relative words count from `receivedAt`. Null when it names none, several, or one that may be read two ways.
 */
export function returnDate(text: string, receivedAt: Date): string | null {
  const source = asciiDigits(text.slice(0, HEAD));
  const today = new Date(
    Date.UTC(receivedAt.getUTCFullYear(), receivedAt.getUTCMonth(), receivedAt.getUTCDate()),
  );
  const dates = writtenDates(source, today, !ENGLISH.test(source) || DAY_FIRST.test(source));
  const back = dates.filter((date, at) => isBack(source, dates, date, at));
  const until = dates.filter((date, at) => !back.includes(date) && isUntil(source, dates, date, at));
  return only(back) ?? (back.length === 0 ? only(until) : null);
}

function isBack(source: string, dates: WrittenDate[], { start, end }: WrittenDate, at: number): boolean {
  const from = Math.max(dates[at - 1]?.end ?? 0, start - 80);
  const until = Math.min(dates[at + 1]?.start ?? source.length, end + 60);
  const before = source.slice(from, start);
  if (UNTIL_BEFORE.test(before) || UNTIL_AFTER.test(source.slice(end, until))) return false;
  return BACK_BEFORE.test(before) || OR.test(before) || BACK_AFTER.test(source.slice(end, until));
}

function isUntil(source: string, dates: WrittenDate[], date: WrittenDate, at: number): boolean {
  const previous = dates[at - 1];
  const before = source.slice(Math.max(previous?.end ?? 0, date.start - 60), date.start);
  if (date.endsRange || UNTIL_BEFORE.test(before) || UNTIL_AFTER.test(source.slice(date.end, date.end + 20)))
    return true;
  return previous !== undefined && RANGE.test(before) && rangeBegins(source, dates[at - 2], previous);
}

/** `to` and `and` join a range only after `from` or `between`; a dash always does. */
function rangeBegins(source: string, before: WrittenDate | undefined, { start, end }: WrittenDate): boolean {
  if (/^\s{0,2}[-–—]/.test(source.slice(end, end + 4)) || /^\s{0,2}से/u.test(source.slice(end, end + 6)))
    return true;
  return (
    RANGE_BEGINS.test(source.slice(Math.max(before?.end ?? 0, start - 40), start)) ||
    source.slice(end, end + 4) === ' to '
  );
}

/** The one day that dates agree on. */
function only(dates: WrittenDate[]): string | null {
  if (dates.some((date) => date.readings.length > 1)) return null;
  const days = new Set(dates.flatMap((date) => date.readings).map((day) => day.toISOString().slice(0, 10)));
  const [day] = days;
  return days.size === 1 && day !== undefined ? day : null;
}

function asciiDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
}
