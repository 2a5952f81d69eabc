import { shown } from './cell.ts';
import type { Row } from './fields.ts';
import { coloured, styled } from './style.ts';
import { table } from './table.ts';
import { cleanLines } from './text.ts';

/** One record for people: its fields line by line, then each of its lists under a heading. */
export function record(value: Row, width: number): string {
  const lines = fieldsOf(value);
  const names = Math.max(0, ...lines.map(({ name }) => name.length));
  const head = lines.map(({ name, value }) => {
    const last = name.split(' ').at(-1) ?? name;
    return `${styled('dim', name.padEnd(names))}  ${coloured(value, shown(last, value))}\n`;
  });
  const lists = listsOf(value).map(([name, rows]) => `\n${styled('bold', name)}\n${listed(rows, width)}`);
  return `${head.join('')}${lists.join('')}`;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.some(isRow);

/** Fields that are shown in a line, those of inner records among them. */
function fieldsOf(value: Row, within = ''): { name: string; value: unknown }[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = `${within}${key}`;
    if (isRow(inner)) return fieldsOf(inner, `${name.replaceAll('_', ' ')} `);
    return isRows(inner) || (Array.isArray(inner) && inner.length === 0 && within === '' && key !== 'tags')
      ? []
      : [{ name: within + key, value: inner }];
  });
}

function listsOf(value: Row, within = ''): [string, Row[]][] {
  return Object.entries(value).flatMap(([key, inner]): [string, Row[]][] => {
    if (isRow(inner)) return listsOf(inner, `${within}${key}.`);
    return isRows(inner) ? [[`${within}${key}`, inner]] : [];
  });
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > 120 || value.includes('\n'));

/** A table, or, where there is much to read, one record after the other. */
function listed(rows: readonly Row[], width: number): string {
  if (rows.some((row) => Object.values(row).some(isText))) return rows.map(passage).join('\n');
  const fields = Object.keys(rows[0] ?? {}).flatMap((key) => {
    const inner = rows[0]?.[key];
    return isRow(inner) ? Object.keys(inner).map((name) => `${key}.${name}`) : [key];
  });
  const laid = table(fields, rows, width);
  return laid.header() + laid.rows(rows);
}

function passage(row: Row): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      if (typeof value !== 'string' || !value.includes('\n'))
        return `  ${styled('dim', name)}  ${shown(name, value)}\n`;
      return `  ${styled('dim', name)}\n${cleanLines(value.trimEnd())
        .map((line) => `    ${line}\n`)
        .join('')}`;
    })
    .join('');
}
