import { parse } from 'tldts';

import { storable, storableLine } from '../parse/storable.ts';
import { Missing } from './missing.ts';

/** What a template is rendered with: the fields of a lead and what the email brings (`download_url` …). */
export type TemplateValues = Record<string, string | null | undefined>;

const LONGEST_VALUE = 5_000;
const LONGEST_NAME = 100;
/** Characters that would turn around the text behind a value. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const NAMES = new Set(['first_name', 'last_name', 'name']);

/** The scope of a rendering: what is empty, and what no lead has, is Missing. */
export function scopeOf(
  used: readonly string[],
  values: TemplateValues,
  note: (name: string) => void,
): Record<string, string | Missing> {
  return Object.fromEntries(
    used.map((name) => {
      const value = Object.hasOwn(values, name) ? cleaned(name, values[name] ?? '') : '';
      return [name, value === '' ? new Missing(name, note) : value];
    }),
  );
}

function cleaned(name: string, given: string): string {
  const value = given.replaceAll(TURNS, '');
  if (!NAMES.has(name)) return storable(value, LONGEST_VALUE).trim();
  const line = storableLine(value, LONGEST_NAME);
  return holdsLink(line) ? '' : line;
}

/** Forms are open to everybody, and so is a name: one that holds a link is an advertisement that we would deliver. */
function holdsLink(name: string): boolean {
  if (/:\/\/|www\.|\]\(|@/i.test(name)) return true;
  return name.includes('.') && name.split(/[\s/,;:()<>"']+/).some(isDomain);
}

/** "evil.com" and not "St." or "J.D.". */
function isDomain(word: string): boolean {
  const { isIcann, domain } = parse(word);
  return isIcann === true && domain !== null;
}
