import { inAscii, isEmailAddress } from '../email-address.ts';
import { isOneLine } from '../fields.ts';
import { LONGEST_NAME, LONGEST_TAG, MAX_TAGS } from './edit.ts';

/** A line of an import. Empty texts count as absent. */
export interface ImportRow {
  /** Where it stands in the file, from 1 on. */
  line: number;
  email: string;
  first_name?: string;
  last_name?: string;
  tags?: readonly string[];
  /** What templates may use besides the names. */
  fields?: Readonly<Record<string, string>>;
  /** As an export writes it: somebody who opted out elsewhere is `unsubscribed`, and gets no emails here. */
  status?: string;
}

const LONGEST_FIELD = 5_000;
const MAX_FIELDS = 100;

/** What an import says about a subscriber. */
export interface Details {
  first_name: string | null;
  last_name: string | null;
  tags: string[];
  fields: Record<string, string>;
}

/** A line that was checked, its texts trimmed. */
export interface UsableRow extends Details {
  line: number;
  email: string;
}

/** A line ready for use, or why it cannot be used. */
export function checkRow(
  { line, email, first_name = '', last_name = '', tags = [], fields = {} }: ImportRow,
  stored: ReadonlySet<string>,
) {
  const written = email.trim().toLowerCase();
  if (written === '') return 'There is no email address.';
  if (!isEmailAddress(written)) return `"${shortened(written)}" is not an email address.`;
  const address = stored.has(written) ? written : inAscii(written);
  const texts = [address, first_name, last_name, ...tags, ...Object.entries(fields).flat()];
  if (texts.some((text) => text.includes('\0') || !text.isWellFormed())) {
    return 'It contains characters that are not text.';
  }
  const long = Object.entries({ first_name, last_name }).find(([, name]) => lengthOf(name) > LONGEST_NAME);
  if (long) return `${long[0]} has more than ${LONGEST_NAME} characters.`;
  const broken = Object.entries({ first_name, last_name }).find(([, name]) => !isOneLine(name.trim()));
  if (broken) return `${broken[0]} is more than one line, or has control characters.`;
  const kept = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  const tag = kept.find((one) => lengthOf(one) > LONGEST_TAG);
  if (tag !== undefined) return `The tag "${shortened(tag)}" has more than ${LONGEST_TAG} characters.`;
  const torn = kept.find((one) => !isOneLine(one));
  if (torn !== undefined) return `The tag ${JSON.stringify(shortened(torn))} is more than one line.`;
  if (kept.length > MAX_TAGS) return `It has ${kept.length} tags; a subscriber has at most ${MAX_TAGS}.`;
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  if (filled.length > MAX_FIELDS) return `It has more than ${MAX_FIELDS} fields.`;
  const field = filled.find(([, value]) => value.length > LONGEST_FIELD);
  if (field) return `The field ${field[0]} has more than ${LONGEST_FIELD} characters.`;
  return {
    line,
    email: address,
    first_name: first_name.trim() || null,
    last_name: last_name.trim() || null,
    tags: kept.toSorted(),
    fields: Object.fromEntries(filled),
  } satisfies UsableRow;
}

function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text;
}

/** What is known before, with what a line adds. The tags of a line that would make too many are left out, see `tagsLeftOut`. */
export function merged<Before extends Details>(
  before: Before,
  { first_name, last_name, tags, fields }: Details,
) {
  const all = allTags(before, { tags });
  return {
    ...before,
    first_name: first_name ?? before.first_name,
    last_name: last_name ?? before.last_name,
    tags: all.length > MAX_TAGS ? before.tags : all,
    fields: { ...before.fields, ...fields },
  };
}

/** Why the tags of a line are not added to those that were known before; null where they are. */
export function tagsLeftOut(before: Pick<Details, 'tags'>, row: Pick<Details, 'tags'>): string | null {
  const { length } = allTags(before, row);
  if (length <= MAX_TAGS) return null;
  return `Its tags were not added: with them there would be ${length}; a subscriber has at most ${MAX_TAGS}.`;
}

function allTags(before: Pick<Details, 'tags'>, { tags }: Pick<Details, 'tags'>): string[] {
  return [...new Set([...before.tags, ...tags])].toSorted();
}

export function isSame(before: Details, after: Details): boolean {
  return (
    before.first_name === after.first_name &&
    before.last_name === after.last_name &&
    after.tags.every((tag) => before.tags.includes(tag)) &&
    Object.entries(after.fields).every(([name, value]) => before.fields[name] === value)
  );
}
