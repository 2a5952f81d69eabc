import { isTerminal, terminalWidth } from '../environment.ts';
import { plainCell } from './cell.ts';
import { leaves, pick, type Row, rowsOf } from './fields.ts';
import { record } from './record.ts';
import { table, type Table } from './table.ts';
import { json } from './text.ts';

export const FORMATS = ['table', 'json', 'csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Writes an answer piece by piece. */
export interface Writer {
  /** Rows of a list, as they come. */
  rows(rows: readonly Row[]): string;
  /** After the last row, with what else the list told. */
  end(rest: Row): string;
  /** An answer that is no list. */
  record(answer: Row): string;
  /** Something that the reader may want to know. */
  note?(): string | undefined;
}

/** What is shown. */
export interface Shape {
  /** Fields that were asked for; all of them when undefined. */
  fields: readonly string[] | undefined;
  /** All that there are, known from the contract. */
  known: readonly string[];
  /** What a table shows of a list when no fields were asked for. */
  columns: readonly string[] | undefined;
}

/** Makes a writer. A format's library is loaded when it is asked for. */
export async function writer(format: Format, shape: Shape): Promise<Writer> {
  if (format === 'csv') return csvWriter(shape, (await import('csv-stringify/sync')).stringify);
  return { table: tableWriter, json: jsonWriter, ndjson: ndjsonWriter }[format](shape);
}

/** The format that was asked for, or a table for people and JSON for programs. */
export const formatOf = (asked: string | undefined, asJson: boolean): Format =>
  asJson ? 'json' : ((asked as Format | undefined) ?? (isTerminal() ? 'table' : 'json'));

const chosen = ({ fields }: Shape, row: Row): unknown => (fields ? pick(row, fields) : row);

/** As the API answers, a row a line. */
function jsonWriter(shape: Shape): Writer {
  let begun = false;
  return {
    rows: (rows) => {
      const lines = rows.map((row) => json(chosen(shape, row)));
      const before = begun ? (lines.length > 0 ? ',\n' : '') : '{"data":[\n';
      begun = true;
      return before + lines.join(',\n');
    },
    end: (rest) => {
      const fields = Object.entries(rest).map(([name, value]) => `,${json(name)}:${json(value)}`);
      return `\n]${fields.join('')}}\n`;
    },
    record: (answer) => `${json(chosen(shape, answer), 2)}\n`,
  };
}

const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${json(row)}\n`).join('');

function ndjsonWriter(shape: Shape): Writer {
  return {
    rows: (rows) => jsonLines(rows.map((row) => chosen(shape, row))),
    end: () => '',
    record: (answer) => {
      if (!shape.fields) return jsonLines([answer]);
      const { rows, fields } = rowsOf(answer, shape.fields);
      return jsonLines(rows.map((row) => pick(row, fields)));
    },
  };
}

/** A cell that begins as a formula gets an apostrophe, so that no spreadsheet runs what a stranger typed. */
type Stringify = (records: string[][], options: { escape_formulas: boolean }) => string;

function csvWriter(shape: Shape, stringify: Stringify): Writer {
  let begun = false;
  const lines = (rows: readonly Row[], fields: readonly string[]) => {
    const header = begun ? [] : [[...fields]];
    begun = true;
    return stringify([...header, ...rows.map((row) => fields.map((field) => plainCell(row, field)))], {
      escape_formulas: true,
    });
  };
  const columns = shape.fields ?? leaves(shape.known);
  return {
    rows: (rows) => lines(rows, columns),
    end: () => '',
    record: (answer) => {
      const { rows, fields } = rowsOf(
        answer,
        shape.fields ?? leaves(shape.known).filter((f) => isOne(answer, f)),
      );
      return lines(rows, fields);
    },
  };
}

/** Whether a field has one value, rather than one for each row of a list. */
const isOne = (answer: Row, field: string): boolean => {
  const list = answer[field.split('.')[0] ?? ''];
  return !Array.isArray(list) || list.every((item) => typeof item !== 'object');
};

function tableWriter(shape: Shape): Writer {
  let laid: Table | undefined;
  const rows = (rows: readonly Row[], fields = shape.fields ?? shape.columns ?? leaves(shape.known)) => {
    if (laid) return laid.rows(rows);
    laid = table(fields, rows, terminalWidth());
    return laid.header() + laid.rows(rows);
  };
  return {
    rows,
    end: () => '',
    record: (answer) => {
      if (!shape.fields) return record(answer, terminalWidth());
      const spread = rowsOf(answer, shape.fields);
      return spread.rows[0] === answer
        ? record(pick(answer, shape.fields) as Row, terminalWidth())
        : rows(spread.rows, spread.fields);
    },
    note: () =>
      laid && laid.leftOut.length > 0
        ? `Not shown: ${laid.leftOut.join(', ')}. Choose columns with --fields, or see everything with --json.`
        : undefined,
  };
}
