import { Readable } from 'node:stream';

import type { ImportRow } from '@lodestone/core';
import { CsvError, parse } from 'csv-parse';

import { Stop } from '../database.ts';
import { restored } from './formulas.ts';
import { tagsOf } from './tags.ts';

/** What a column is for. A field is kept under its name, for templates. */
export type Column =
  | { is: 'email' | 'first_name' | 'last_name' | 'tags' | 'status' | 'ignored' }
  | { is: 'field'; name: string };

const NAMES: Record<string, Exclude<Column['is'], 'field'>> = {
  email: 'email',
  e_mail: 'email',
  mail: 'email',
  email_address: 'email',
  first_name: 'first_name',
  firstname: 'first_name',
  given_name: 'first_name',
  last_name: 'last_name',
  lastname: 'last_name',
  surname: 'last_name',
  family_name: 'last_name',
  tags: 'tags',
  tag: 'tags',
  status: 'status',
  // What an export tells and an import cannot set.
  unsubscribed_at: 'ignored',
  first_seen_at: 'ignored',
  lead_score: 'ignored',
};

/** Where a column's values go, when only one column can go there. */
export function keyOf(column: Column): string | null {
  if (column.is === 'ignored' || column.is === 'tags') return null;
  return column.is === 'field' ? `the field “${column.name}”` : column.is.replace('_', ' ');
}

/** Where the values of two columns would go: one would take the other's place. */
export function repeatedOf(columns: readonly Column[]): string | undefined {
  const keys = columns.map(keyOf).filter((key) => key !== null);
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

/** What a column is, by its heading; the user may choose otherwise. */
export function columnOf(heading: string): Column {
  const name = nameOf(heading);
  if (name === '') return { is: 'ignored' };
  const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return known === undefined ? { is: 'field', name: fieldOf(heading) } : { is: known };
}

/** The name of the field that a column is kept in as one; empty when its heading gives none. */
export function fieldOf(heading: string): string {
  return nameOf(heading).slice(0, 60);
}

function nameOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** A line of a file as it stands there. */
export interface FileRecord {
  /** The first of its lines in the file, from 1 on. */
  line: number;
  cells: string[];
}

/** Cells of one line. More are no columns but a flood of separators, whose record would hold a process up for seconds. */
const MOST_CELLS = 10_000;

/**
 * Reads a CSV file as it streams by: comma, semicolon or tab, quoted or not, UTF-8 with or without a mark.
 * @throws Stop when it is no such file
 */
export async function* readRecords(file: Readable): AsyncGenerator<FileRecord> {
  const parts = file[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const first = await parts.next();
  const beginning = first.done === true ? '' : first.value;
  const delimiter = delimiterOf(beginning.toString());
  const whole = Readable.from(bounded(rejoined(beginning, parts), delimiter));
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  });
  whole.on('error', (error) => parser.destroy(error));
  whole.pipe(parser);
  let twice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      // The parser names the line that a record ends in, and counts the two characters of a line break in a cell as two.
      const line = info.lines - twice - charactersOfBreaks(record);
      twice += pairsIn(record);
      yield { line, cells: record.map(restored) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Stop(faultOf(error));
    throw error;
  } finally {
    whole.destroy();
    file.destroy();
  }
}

function charactersOfBreaks(record: readonly string[]): number {
  return record.reduce((all, cell) => all + (cell.match(/[\r\n]/g)?.length ?? 0), 0);
}

/** Line breaks of two characters. */
function pairsIn(record: readonly string[]): number {
  return record.reduce((all, cell) => all + (cell.match(/\r\n/g)?.length ?? 0), 0);
}

/** What is wrong with the file. A quotation mark that stands alone is what people meet, and can mend. */
function faultOf({ code, message, ...at }: CsvError): string {
  const bare = code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE';
  const line = 'lines' in at ? Number(at.lines) : Number.NaN;
  if (!bare || !Number.isInteger(line)) return `The file is not CSV: ${message}.`;
  return `Line ${line} has a quotation mark in a value. Put the whole value in quotation marks, and write those in it twice.`;
}

async function* rejoined(first: Buffer | string, rest: AsyncIterator<Buffer | string>) {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** The parts as they are. @throws Stop for a line of too many cells, before any of it is parsed: the parser's own bound is on text */
async function* bounded(parts: AsyncIterable<Buffer | string>, delimiter: string) {
  const separator = delimiter.charCodeAt(0);
  let [line, cells] = [1, 1];
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === separator) {
        if (++cells <= MOST_CELLS) continue;
        throw new Stop(`Line ${line} has more than ${MOST_CELLS} cells.`);
      } else if (bytes[at] === 0x0a || bytes[at] === 0x0d) {
        if (bytes[at] === 0x0a) line++;
        cells = 1;
      }
    }
    yield bytes;
  }
}

/** What stands between the headings holds for the whole file: a semicolon between tags is no end of a cell with commas. */
function delimiterOf(beginning: string): string {
  const [headings = ''] = beginning.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const times = (delimiter: string) => headings.split(delimiter).length;
  return [',', ';', '\t'].reduce((most, one) => (times(one) > times(most) ? one : most));
}

/**
 * Reads subscribers from a CSV file as it streams by.
 * @param tags for everybody
 * @param columns what each column is; by its heading where it is not given
 * @throws Stop when it is no such file
 */
export async function* readSubscribers(
  file: Readable,
  tags: readonly string[] = [],
  columns?: readonly Column[],
): AsyncGenerator<ImportRow> {
  let read: readonly Column[] | undefined;
  for await (const { line, cells } of readRecords(file)) {
    if (read !== undefined) {
      yield rowOf(cells, read, line, tags);
      continue;
    }
    read = columns ?? cells.map(columnOf);
    if (!read.some(({ is }) => is === 'email')) {
      throw new Stop(`The first line has no column "email"; it has ${cells.slice(0, 10).join(', ')}.`);
    }
    const twice = repeatedOf(read);
    if (twice !== undefined) {
      throw new Stop(
        `Two columns would be imported as ${twice}. Delete or rename one of them in the first line.`,
      );
    }
  }
  if (read === undefined) throw new Stop('The file is empty: its first line has to name the columns.');
}

function rowOf(
  record: string[],
  columns: readonly Column[],
  line: number,
  tags: readonly string[],
): ImportRow {
  const row = { line, email: '', fields: {} as Record<string, string>, tags: [...tags] };
  const named: Partial<Record<'first_name' | 'last_name' | 'status', string>> = {};
  for (const [at, column] of columns.entries()) {
    const value = record[at] ?? '';
    switch (column.is) {
      case 'email':
        row.email = value;
        break;
      case 'tags':
        row.tags.push(...tagsOf(value));
        break;
      case 'field':
        row.fields[column.name] = value;
        break;
      case 'first_name':
      case 'last_name':
      case 'status':
        named[column.is] = value;
        break;
      case 'ignored':
    }
  }
  return { ...row, ...named };
}
