import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { inAscii, isEmailAddress } from '../email-address.ts';
import { isOneLine } from '../fields.ts';
import { newId, toWire } from '../ids.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import { LONGEST_NAME, LONGEST_TAG, MAX_TAGS } from './edit.ts';
import { unsubscribe } from './subscription.ts';

/** A line of an import. Empty texts are as good as none. */
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

/** What became of the lines of an import. */
export interface ImportReport {
  added: number;
  updated: number;
  /** Known already, and nothing about them is new. */
  unchanged: number;
  /** Lines that cannot be used. */
  skipped: { line: number; reason: string }[];
  /** Lines of addresses that nothing may be sent to. */
  suppressed: number;
  /** Lines of those who opted out, here or, as the line says, elsewhere: then they are opted out here as well. */
  opted_out: number;
}

const LONGEST_FIELD = 5_000;
const MAX_FIELDS = 100;

type Usable = Required<Pick<ImportRow, 'line' | 'email'>> & {
  first_name: string | null;
  last_name: string | null;
  tags: string[];
  fields: Record<string, string>;
};

interface Known {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  tags: string[];
  fields: Record<string, string>;
  status: string;
}

export function emptyReport(): ImportReport {
  return { added: 0, updated: 0, unchanged: 0, skipped: [], suppressed: 0, opted_out: 0 };
}

/**
 * Brings some lines of a file in, in one transaction: new subscribers are added; known ones get the names that are given, the tags
 * and the fields besides those that they have. Who opted out or is suppressed, as after a bounce, is never brought back, and a
 * known one whose line says that they opted out is opted out before, each by themselves.
 * @param rows a few thousand at most
 */
export async function importSubscribers(account: Account, rows: readonly ImportRow[]): Promise<ImportReport> {
  const report = emptyReport();
  const usable: Usable[] = [];
  const leaving: string[] = [];
  const stored = await readStoredAsWritten(account, rows);
  for (const row of rows) {
    const checked = check(row, stored);
    if (typeof checked === 'string') report.skipped.push({ line: row.line, reason: checked });
    else if (row.status?.trim().toLowerCase() === 'unsubscribed') leaving.push(checked.email);
    else usable.push(checked);
  }
  report.opted_out = leaving.length;
  await optOut(account, leaving);
  if (usable.length === 0) return report;
  return account.transaction(async (account) => {
    const added = structuredClone(report);
    const { known, people } = await readKnown(account, usable);
    const suppressed = await readSuppressed(account, usable);
    const fresh = new Map<string, Usable>();
    const changed = new Map<string, Known>();
    for (const row of usable) {
      const before = known.get(row.email);
      const first = fresh.get(row.email);
      if (before?.status === 'unsubscribed') added.opted_out++;
      else if (suppressed.has(row.email)) added.suppressed++;
      else if (before) {
        const after = merged(before, row);
        if (isSame(before, after)) added.unchanged++;
        else {
          added.updated++;
          known.set(row.email, after);
          changed.set(row.email, after);
        }
      } else if (first) {
        added.updated++;
        fresh.set(row.email, { ...first, ...merged(first, row) });
      } else {
        added.added++;
        fresh.set(row.email, row);
      }
    }
    await insert(account, [...fresh.values()], people);
    await update(account, [...changed.values()]);
    return added;
  });
}

async function optOut(account: Account, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const people = await account.people.known(emails);
  const active = await account
    .select('subscribers')
    .select('id')
    .where(sql<boolean>`person_id = any(${people}::uuid[])`)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  for (const { id } of active) await unsubscribe(account, { id: toWire('sub', id) });
}

/** Addresses whose domain is not in ASCII and that subscribers have as they are written: older versions stored them like that. */
async function readStoredAsWritten(account: Account, rows: readonly ImportRow[]): Promise<Set<string>> {
  const written = rows.flatMap(({ email }) => {
    const address = email.trim().toLowerCase();
    return isEmailAddress(address) && inAscii(address) !== address ? address : [];
  });
  if (written.length === 0) return new Set();
  const people = await account.people.known(written);
  const stored = await account
    .select('subscribers')
    .select('email')
    .where(sql<boolean>`person_id = any(${people}::uuid[])`)
    .execute();
  return new Set(stored.map(({ email }) => email));
}

/** A line ready for use, or why it cannot be used. */
function check(
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
  } satisfies Usable;
}

function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text;
}

type Details = Pick<Usable, 'first_name' | 'last_name' | 'tags' | 'fields'>;

function merged<Before extends Details>(before: Before, { first_name, last_name, tags, fields }: Details) {
  const all = [...new Set([...before.tags, ...tags])].toSorted();
  return {
    ...before,
    first_name: first_name ?? before.first_name,
    last_name: last_name ?? before.last_name,
    tags: all.length > MAX_TAGS ? before.tags : all,
    fields: { ...before.fields, ...fields },
  };
}

function isSame(before: Details, after: Details): boolean {
  return (
    before.first_name === after.first_name &&
    before.last_name === after.last_name &&
    after.tags.every((tag) => before.tags.includes(tag)) &&
    Object.entries(after.fields).every(([name, value]) => before.fields[name] === value)
  );
}

/** Those whom the account knows, and the ids of all by their addresses. They are held in the order in which all hold them, until the transaction ends. */
async function readKnown(
  account: Account,
  rows: readonly Usable[],
): Promise<{ known: Map<string, Known>; people: ReadonlyMap<string, string> }> {
  // The account's row comes first: who adds subscribers has it for their numbers, too.
  await account.rows((own) => sql`select a.id from ${own('accounts')} as a for no key update`);
  const people = await account.people.with(rows.map(({ email }) => email));
  const known = await account
    .select('subscribers')
    .select(['id', 'email', 'first_name', 'last_name', 'tags', 'fields', 'status'])
    .where(sql<boolean>`person_id = any(${[...people.values()]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return { known: new Map(known.map((one) => [one.email, one])), people };
}

async function readSuppressed(account: Account, rows: readonly Usable[]): Promise<Set<string>> {
  const emails = rows.map(({ email }) => email);
  const suppressed = await account.rows<{ email: string }>(
    (own) => sql`
      select given.email from unnest(${emails}::text[]) as given (email)
      where ${isSuppressed(own, sql`given.email`)}`,
  );
  return new Set(suppressed.map(({ email }) => email));
}

async function insert(
  account: Account,
  rows: readonly Usable[],
  people: ReadonlyMap<string, string>,
): Promise<void> {
  if (rows.length === 0) return;
  const now = account.now();
  const numbers = await takeNumbers(account, rows.length);
  await account.insert(
    'subscribers',
    rows.flatMap(({ email, first_name, last_name, tags, fields }, nth) => {
      const person_id = people.get(email);
      if (person_id === undefined) return [];
      return [
        {
          id: newId(),
          number: numbers[nth],
          person_id,
          email,
          first_name,
          last_name,
          tags,
          fields: JSON.stringify(fields),
          first_seen_at: now,
          last_activity_at: now,
        },
      ];
    }),
  );
}

/** Numbers for as many new subscribers: taken one by one, they cost a quarter of the whole. */
async function takeNumbers(account: Account, amount: number): Promise<number[]> {
  const rows = await account.rows<{ number: number }>(
    () => sql`select take_subscriber_numbers(${account.id}::uuid, ${amount}::int) as number`,
  );
  return rows.map(({ number }) => number);
}

async function update(account: Account, rows: readonly Known[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id, first_name, last_name, tags, fields }) => ({
    id,
    first_name,
    last_name,
    tags,
    fields,
  }));
  await account
    .update('subscribers')
    .from(asTable(values, 't', 'id uuid, first_name text, last_name text, tags text[], fields jsonb'))
    .set({
      first_name: sql<string>`t.first_name`,
      last_name: sql<string>`t.last_name`,
      tags: sql<string[]>`t.tags`,
      fields: sql<string>`t.fields`,
    })
    .whereRef('subscribers.id', '=', 't.id')
    .execute();
}
