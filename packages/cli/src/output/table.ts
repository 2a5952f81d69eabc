import { shown } from './cell.ts';
import { at, type Row } from './fields.ts';
import { coloured, styled } from './style.ts';
import { cut, widthOf } from './text.ts';

const GAP = 2;
/** Texts are not cut further than this: a column less tells more. */
const NARROWEST = 16;

interface Column {
  field: string;
  width: number;
  isNumber: boolean;
}

/** A table that fits the terminal: wide texts are cut first, ids never, and what still does not fit is left out. */
export interface Table {
  header(): string;
  rows(rows: readonly Row[]): string;
  /** Fields for which there was no room. */
  readonly leftOut: readonly string[];
}

/** Lays a table out by its first rows; later ones keep its widths. */
export function table(fields: readonly string[], first: readonly Row[], width: number): Table {
  const measured = fields.map((field) => measure(field, first));
  const columns = fitted(measured, width);
  const heading = columns.map(({ field, width, isNumber }) =>
    pad(cut(titleOf(field), width), width, isNumber),
  );
  return {
    header: () => `${styled('bold', heading.join(' '.repeat(GAP)).trimEnd())}\n`,
    rows: (rows) => rows.map((row) => `${line(columns, row)}\n`).join(''),
    leftOut: measured.slice(columns.length).map(({ field }) => field),
  };
}

function line(columns: readonly Column[], row: Row): string {
  const cells = columns.map(({ field, width, isNumber }, index) => {
    const value = at(row, field.split('.'));
    const text = cut(textOf(field, value), width);
    const isLast = index === columns.length - 1;
    return coloured(value, isLast && !isNumber ? text : pad(text, width, isNumber));
  });
  return cells.join(' '.repeat(GAP)).trimEnd();
}

/** Records that only group fields; their names would push columns out. */
const GROUPS = /^(performance|settings|deliverability|engagement)\./;

const titleOf = (field: string): string => field.replace(GROUPS, '').replaceAll(/[._]/g, ' ').toUpperCase();

const textOf = (field: string, value: unknown): string => shown(field.split('.').at(-1) ?? field, value);

function measure(field: string, rows: readonly Row[]): Column {
  const values = rows.map((row) => at(row, field.split('.')));
  const widths = values.map((value) => widthOf(textOf(field, value)));
  const isNumber = values.some((value) => typeof value === 'number');
  return { field, isNumber, width: Math.max(widthOf(titleOf(field)), ...widths) };
}

function fitted(columns: readonly Column[], width: number): Column[] {
  for (let count = columns.length; count > 1; count--) {
    const kept = columns.slice(0, count).map((column) => ({ ...column }));
    const total = () => kept.reduce((sum, column) => sum + column.width + GAP, -GAP);
    const shrinkable = kept.filter(({ field, isNumber }) => !isNumber && !/(^|\.)id$/.test(field));
    while (total() > width) {
      const widest = shrinkable.reduce<Column | undefined>(
        (a, b) => (a && a.width >= b.width ? a : b),
        undefined,
      );
      if (!widest || widest.width <= NARROWEST) break;
      widest.width = Math.max(NARROWEST, widest.width - Math.max(1, Math.ceil((total() - width) / 4)));
    }
    if (total() <= width) return kept;
  }
  return columns.slice(0, 1);
}

const pad = (text: string, width: number, toTheRight: boolean): string => {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return toTheRight ? blanks + text : text + blanks;
};
