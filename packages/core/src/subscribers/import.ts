import type { Account } from '../db/account.ts';
import { asTable } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { inAscii, isEmailAddress } from '../email-address.ts';
import { newId, toWire } from '../ids.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import {
  checkRow,
  type Details,
  type ImportRow,
  isSame,
  merged,
  tagsLeftOut,
  type UsableRow,
} from './import-row.ts';
import { unsubscribe } from './subscription.ts';

/** What is wrong with a line of an import. */
interface LineProblem {
  line: number;
  reason: string;
}

/** What became of the lines of an import. */
export interface ImportReport {
  added: number;
  updated: number;
  /** Known already, and nothing about them is new. */
  unchanged: number;
  /** Lines that cannot be used. */
  skipped: LineProblem[];
  /** Lines whose tags were not added, because there would have been too many; the rest of them was used. */
  tags_left_out: LineProblem[];
  /** Lines of addresses that nothing may be sent to. */
  suppressed: number;
  /** Lines of those who opted out, here or, as the line says, elsewhere: then they are opted out here as well. */
  opted_out: number;
}

interface Known extends Details {
  id: string;
  email: string;
  status: string;
}

export function emptyReport(): ImportReport {
  return {
    added: 0,
    updated: 0,
    unchanged: 0,
    skipped: [],
    tags_left_out: [],
    suppressed: 0,
    opted_out: 0,
  };
}

/**
 * Imports some lines of a file in one transaction: new subscribers are added; known ones get the given names, and the tags and
 * fields in addition to their own. Nobody who opted out or is suppressed, as after a bounce, is brought back. Known subscribers whose
 * line says that they opted out are opted out before that, each in a transaction of their own.
 * @param rows a few thousand at most
 */
export async function importSubscribers(account: Account, rows: readonly ImportRow[]): Promise<ImportReport> {
  const report = emptyReport();
  const usable: UsableRow[] = [];
  const leaving: string[] = [];
  const stored = await readStoredAsWritten(account, rows);
  for (const row of rows) {
    const checked = checkRow(row, stored);
    if (typeof checked === 'string') report.skipped.push({ line: row.line, reason: checked });
    else if (row.status?.trim().toLowerCase() === 'unsubscribed') leaving.push(checked.email);
    else usable.push(checked);
  }
  report.opted_out = leaving.length;
  await optOut(account, leaving);
  if (usable.length === 0) return report;
  return account.transaction(async (account) => {
    const { known, people } = await readKnown(account, usable);
    const suppressed = await readSuppressed(account, usable);
    const outcome = decide(usable, known, suppressed, report);
    await insert(account, outcome.fresh, people);
    await update(account, outcome.changed);
    return outcome.report;
  });
}

/** Who is added and who is changed, and the report with the lines of both. A later line adds to what an earlier one says. */
function decide(
  rows: readonly UsableRow[],
  stored: ReadonlyMap<string, Known>,
  suppressed: ReadonlySet<string>,
  before: ImportReport,
): { report: ImportReport; fresh: UsableRow[]; changed: Known[] } {
  // A copy, since the transaction may be begun again.
  const report = structuredClone(before);
  const fresh = new Map<string, UsableRow>();
  const changed = new Map<string, Known>();
  const noteTags = (held: Details, row: UsableRow) => {
    const reason = tagsLeftOut(held, row);
    if (reason !== null) report.tags_left_out.push({ line: row.line, reason });
  };
  for (const row of rows) {
    const known = changed.get(row.email) ?? stored.get(row.email);
    const first = fresh.get(row.email);
    if (known?.status === 'unsubscribed') report.opted_out++;
    else if (suppressed.has(row.email)) report.suppressed++;
    else if (known) {
      noteTags(known, row);
      const after = merged(known, row);
      if (isSame(known, after)) report.unchanged++;
      else {
        report.updated++;
        changed.set(row.email, after);
      }
    } else if (first) {
      noteTags(first, row);
      report.updated++;
      fresh.set(row.email, { ...first, ...merged(first, row) });
    } else {
      report.added++;
      fresh.set(row.email, row);
    }
  }
  return { report, fresh: [...fresh.values()], changed: [...changed.values()] };
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

/** The subscribers whom the account knows, locked by id as everywhere, and the ids of all people by their addresses. */
async function readKnown(
  account: Account,
  rows: readonly UsableRow[],
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

async function readSuppressed(account: Account, rows: readonly UsableRow[]): Promise<Set<string>> {
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
  rows: readonly UsableRow[],
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
