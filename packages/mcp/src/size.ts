import type { Row } from './operation.ts';

/** The most characters of an answer: some 6,000 tokens. */
const LONGEST = 24_000;

/** An answer that fits: of its longest lists the ends are left out, the beginnings of days, and it says so. */
export function fitted(answer: Row): Row {
  const left: Record<string, string> = {};
  const now = { ...answer };
  while (JSON.stringify(now).length > LONGEST) {
    const [name, rows] = longestList(now) ?? [];
    if (name === undefined || rows === undefined) return tooLong(now);
    const keep = Math.floor(rows.length / 2);
    const total = (answer[name] as unknown[]).length;
    // The latest days are what is asked about.
    const isDays = name === 'by_day';
    now[name] = isDays ? rows.slice(-keep) : rows.slice(0, keep);
    left[name] = `${isDays ? 'the last' : 'the first'} ${keep} of ${total}`;
  }
  return Object.keys(left).length > 0 ? { ...now, cut_to_size: left } : now;
}

/** How many rows of a list that is too long would fit; undefined when it fits. */
export function shorter(answer: Row): number | undefined {
  const { length } = JSON.stringify(answer);
  const rows = answer['data'];
  if (length <= LONGEST || !Array.isArray(rows) || answer['next_offset'] === undefined) return undefined;
  return Math.max(1, Math.floor((rows.length * LONGEST * 0.8) / length));
}

function longestList(answer: Row): [string, unknown[]] | undefined {
  const lists = Object.entries(answer).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1,
  );
  return lists.toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
}

/** No list is to blame, which no answer of today is. */
const tooLong = (answer: Row): Row =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, 1_000) : value,
    ]),
  );
