import { at, type Row } from './fields.ts';
import { clean } from './text.ts';

/** A field of a row as text, for machines: lists with semicolons between, records as JSON, nothing for null. */
export function plainCell(row: Row, field: string): string {
  const value = at(row, field.split('.'));
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return value.join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as text, for people. */
export function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return shownNumber(name, value);
  if (typeof value === 'string') return /_(at|for)$/.test(name) ? shownTime(value) : clean(value);
  if (!Array.isArray(value)) return clean(JSON.stringify(value));
  if (value.some((item) => typeof item === 'object' && item !== null)) return `${value.length}`;
  return value.map((item) => clean(String(item))).join(', ');
}

/** Rates are fractions in the API; people read percentages. */
function shownNumber(name: string, value: number): string {
  if (/(_rate|^rate|^share)$/.test(name)) return `${(value * 100).toFixed(1)} %`;
  if (name.endsWith('_usd')) return `$${value.toFixed(value < 1 ? 4 : 2)}`;
  return value.toLocaleString('en-US');
}

/** To the minute, in UTC. */
const shownTime = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}Z` : clean(iso);
