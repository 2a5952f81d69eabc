import { UsageError } from '../command.ts';
import { nearest } from '../nearest.ts';

export type Row = Record<string, unknown>;

/** The fields named by `--fields`. @throws UsageError when one does not exist */
export function fieldsFrom(text: string | undefined, known: readonly string[]): string[] | undefined {
  if (text === undefined) return undefined;
  const asked = text
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  for (const field of asked) {
    if (known.includes(field)) continue;
    const meant = nearest(field, known);
    throw new UsageError(
      `There is no field "${field}". ${meant === undefined ? `Fields: ${known.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  return asked;
}

/** The value at a path; through a list it is the values of its rows. */
export function at(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null || value === undefined) return value ?? null;
  if (Array.isArray(value)) return value.map((item) => at(item, path));
  return at((value as Row)[name], rest);
}

/** A record with these fields alone, in the shape that it has. */
export function pick(record: unknown, fields: readonly string[]): unknown {
  if (record === null || typeof record !== 'object') return record;
  if (Array.isArray(record)) return record.map((item) => pick(item, fields));
  const wanted = new Map<string, string[]>();
  for (const field of fields) {
    const [name = '', ...rest] = field.split('.');
    wanted.set(name, [...(wanted.get(name) ?? []), rest.join('.')]);
  }
  return Object.fromEntries(
    [...wanted].map(([name, inner]) => {
      const value = (record as Row)[name] ?? null;
      return [name, inner.includes('') ? value : pick(value, inner)];
    }),
  );
}

/** Fields that hold others are left out: what they hold has columns of its own. */
export const leaves = (fields: readonly string[]): string[] =>
  fields.filter((field) => !fields.some((other) => other.startsWith(`${field}.`)));

/**
 * A record as rows: those of the one list that the fields name (`by_day.date,by_day.sent`), or the record itself.
 * @returns the rows, and the fields within one
 */
export function rowsOf(record: Row, fields: readonly string[]): { rows: Row[]; fields: string[] } {
  const lists = new Set(fields.map((field) => field.split('.')[0] ?? ''));
  const [list = ''] = lists;
  const rows = record[list];
  if (lists.size !== 1 || !Array.isArray(rows) || !rows.every((row) => typeof row === 'object')) {
    return { rows: [record], fields: [...fields] };
  }
  const inner = fields.map((field) => field.slice(list.length + 1)).filter((field) => field !== '');
  return {
    rows: rows as Row[],
    fields: inner.length > 0 ? inner : Object.keys((rows[0] as Row | undefined) ?? {}),
  };
}
