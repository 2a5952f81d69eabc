import type { Readable } from 'node:stream';

import { LONGEST_TAG, Refusal } from '@lodestone/core';

import { Stop } from '../../../database.ts';
import {
  type Column,
  columnOf,
  fieldOf,
  type FileRecord,
  keyOf,
  readRecords,
  repeatedOf,
} from '../../../subscribers-file/read.ts';
import { textOf } from '../../query.ts';

/** Lines that are shown before an import. */
const SHOWN = 20;
const MAX_COLUMNS = 200;

/** The beginning of a file. */
export interface Preview {
  headings: string[];
  lines: FileRecord[];
}

/** What each column may be imported as. */
export type Use = Column['is'];

/** @throws Refusal when the file cannot be imported as it is */
export async function previewOf(file: Readable): Promise<Preview> {
  const records: FileRecord[] = [];
  try {
    for await (const record of readRecords(file)) {
      records.push(record);
      if (records.length > SHOWN) break;
    }
  } catch (error) {
    if (error instanceof Stop) throw refused(error.message);
    throw error;
  }
  const [first, ...lines] = records;
  if (first === undefined) throw refused('The file is empty. Its first line must name the columns.');
  const { cells: headings } = first;
  if (headings.length > MAX_COLUMNS) {
    throw refused(`The file has ${headings.length} columns; at most ${MAX_COLUMNS} can be imported.`);
  }
  if (headings.some((heading) => /[^\s@]@[^\s@]+\.[^\s@]/.test(heading))) {
    throw refused(
      'The first line must name the columns, such as email, first_name, but it contains an email address.',
    );
  }
  return { headings, lines };
}

function refused(message: string): Refusal {
  return new Refusal('invalid_parameter', message, 'file');
}

/** What the headings suggest. Of two columns for one thing the first is taken. */
export function suggested(headings: readonly string[]): Use[] {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const column = columnOf(heading);
    const key = keyOf(column);
    if (key === null) return column.is;
    if (taken.has(key)) return 'ignored';
    taken.add(key);
    return column.is;
  });
}

/** What was chosen for each column; `field` is refused where the heading gives no name. */
export function chosen(form: URLSearchParams, headings: readonly string[]): Use[] {
  const uses: readonly Use[] = ['email', 'first_name', 'last_name', 'tags', 'status', 'field'];
  return headings.map((heading, index) => {
    const wanted = textOf(form, `column_${index}`);
    const use = uses.find((one) => one === wanted) ?? 'ignored';
    return use === 'field' && fieldOf(heading) === '' ? 'ignored' : use;
  });
}

/** @throws Refusal when the columns do not fit together */
export function columnsOf(headings: readonly string[], uses: readonly Use[]): Column[] {
  const columns = headings.map((heading, index): Column => {
    const is = uses[index] ?? 'ignored';
    return is === 'field' ? { is, name: fieldOf(heading) } : { is };
  });
  if (!columns.some(({ is }) => is === 'email')) {
    throw new Refusal('invalid_parameter', 'Choose the column that holds the email address.');
  }
  const twice = repeatedOf(columns);
  if (twice !== undefined) {
    throw new Refusal('invalid_parameter', `Two columns are imported as ${twice}. Choose one of them.`);
  }
  return columns;
}

/** Tags as they were typed, with commas between. @throws Refusal for one that is too long */
export function tagsOf(typed: string): string[] {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.some((tag) => [...tag].length > LONGEST_TAG)) {
    throw new Refusal('invalid_parameter', `A tag can have up to ${LONGEST_TAG} characters.`);
  }
  return tags;
}
