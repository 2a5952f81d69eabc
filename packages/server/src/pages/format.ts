import { istMinute } from '@lodestone/core';

// Figures and moments as a person reads them. The numbers themselves come from core, and are only written out here.
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
// One decimal, alike in a column; a page holds the exact rate beside it (figure.tsx).
const share = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const exactShare = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const millionths = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 6,
  maximumFractionDigits: 6,
});
const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** What stands where there is nothing to say. */
export const NOTHING = '—';

export function number(value: number): string {
  // Most numbers of a page are small, and Intl takes a tenth of the page's time to say so.
  return Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : whole.format(value);
}

/** A fraction from 0 to 1 as a percentage; a dash for a rate of nothing. */
export function rate(value: number | null): string {
  if (value === null) return NOTHING;
  const parts = tenThousandths(value);
  return parts === null ? share.format(value) : percent(Math.round(parts / 10), 1);
}

/** A rate with all its four decimals, for a tooltip: `45.03%`. */
export function exactRate(value: number | null): string {
  if (value === null) return 'Nothing to calculate from yet';
  const parts = tenThousandths(value);
  return parts === null ? exactShare.format(value) : percent(parts, 2);
}

/** A rate as the whole number that its four decimals make; null for any other number, which is left to Intl: a table has fifty of them. */
function tenThousandths(value: number): number | null {
  const parts = Math.round(value * 10_000);
  return value >= 0 && value <= 1 && parts / 10_000 === value ? parts : null;
}

function percent(parts: number, decimals: number): string {
  const digits = String(parts).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}%`;
}

/** US dollars to the cent, and below a cent to the millionth. */
export function usd(value: number): string {
  return isBelowCent(value) ? exactUsd(value) : cents.format(value);
}

/** Whether an amount is something, and less than cents can say. */
export function isBelowCent(value: number): boolean {
  return value !== 0 && Math.abs(value) < 0.01;
}

/** US dollars to the millionth, as they are recorded: alike in a column. */
export function exactUsd(value: number): string {
  return millionths.format(value);
}

/** A number with its noun: `1 bounce`, `1,204 bounces`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A moment of the wire in IST: `20 Nov 2026, 14:05`. A line breaks between the two, if anywhere. */
export function moment(at: string): string {
  const [date = '', time] = istMinute(new Date(at)).split(' ');
  return `${day(date)}, ${time}`;
}

const days = new Map<string, string>();

/** Days that are remembered as they are written: a page says few of them, many times. */
const MAX_DAYS = 1_000;

/** A day of the wire, `2026-11-20`, as `20 Nov 2026`. */
export function day(at: string): string {
  const known = days.get(at);
  if (known !== undefined) return known;
  // The only month that British English shortens to four letters.
  const text = calendar.format(new Date(`${at}T00:00:00Z`)).replace('Sept', 'Sep');
  if (days.size >= MAX_DAYS) days.clear();
  days.set(at, text);
  return text;
}

/** How long something took, from milliseconds. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return NOTHING;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
