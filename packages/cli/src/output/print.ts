import type { Flag, Given } from '../command.ts';
import { isSet, textOf } from '../command.ts';
import { err, out } from '../environment.ts';
import { fieldsFrom, type Row } from './fields.ts';
import { type Format, formatOf, FORMATS, type Shape, writer } from './writer.ts';

/** What everything takes that prints an answer. */
export const OUTPUT: readonly Flag[] = [
  {
    name: 'format',
    type: 'text',
    values: FORMATS,
    help: 'Output format; a table on a terminal, otherwise JSON',
  },
  { name: 'json', type: 'switch', help: 'The same as --format json' },
  {
    name: 'fields',
    type: 'text',
    placeholder: 'A,B.C',
    help: 'Print only these fields, separated by commas; use dots for nested fields',
  },
];

/** How the command line wants its answer. @throws UsageError when a field is named that does not exist */
export function wanted(
  given: Given,
  known: readonly string[],
  columns?: readonly string[],
): { format: Format; shape: Shape } {
  const fields = fieldsFrom(textOf(given, 'fields'), known);
  return {
    format: formatOf(textOf(given, 'format'), isSet(given, 'json')),
    shape: { fields, known, columns },
  };
}

/** Prints one record. */
export async function printRecord(answer: Row, { format, shape }: ReturnType<typeof wanted>): Promise<void> {
  await out((await writer(format, shape)).record(answer));
}

/** Prints a list, page by page as it comes. */
export async function printPages(
  pages: AsyncIterable<Row> | Iterable<Row>,
  { format, shape }: ReturnType<typeof wanted>,
  given: Given,
): Promise<void> {
  const write = await writer(format, shape);
  const progress = isSet(given, 'all') && !isSet(given, 'quiet') ? progressOf() : undefined;
  let count = 0;
  let last: Row = {};
  for await (const { data, ...rest } of pages) {
    const rows = data as Row[];
    count += rows.length;
    last = rest;
    progress?.clear();
    await out(write.rows(rows));
    if (rest['has_more'] === true) progress?.show(count, rest['total_matching']);
  }
  progress?.clear();
  await out(write.end(last));
  if (format === 'table' && !isSet(given, 'quiet')) sayWhatIsLeft(count, last, write.note?.());
}

function sayWhatIsLeft(
  count: number,
  { has_more, next_offset, total_matching }: Row,
  note: string | undefined,
): void {
  if (count === 0) err('Nothing matches.');
  if (has_more === true) {
    const of = typeof total_matching === 'number' ? ` of ${total_matching.toLocaleString('en-US')}` : '';
    err(`${count}${of}. For the next page add --offset ${String(next_offset)}; for every row add --all.`);
  }
  if (note !== undefined) err(note);
}

/** How far the reading is, on stderr: a line that is rewritten on a terminal, else a line every few seconds. */
function progressOf() {
  const rewrites = process.stderr.isTTY === true;
  let told = Date.now();
  return {
    show(count: number, total: unknown): void {
      const of = typeof total === 'number' ? ` of ${total.toLocaleString('en-US')}` : '';
      const line = `${count.toLocaleString('en-US')}${of} rows`;
      if (rewrites) process.stderr.write(`\r\u001b[K${line}`);
      else if (Date.now() - told >= 5_000) {
        told = Date.now();
        err(line);
      }
    },
    /** Rows may go to the same screen, and must not be written behind the progress. */
    clear(): void {
      if (rewrites) process.stderr.write('\r\u001b[K');
    },
  };
}
