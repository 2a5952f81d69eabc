import { expect } from '@jest/globals';
import { day } from '@lodestone/server/pages/format.js';
import type { Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';

interface Figure {
  at: string;
  value: string;
  text: string;
}

/** A table of days: one row a day, the latest first. */
interface DayTable {
  at: string;
  skipped: number;
  keys: string[];
  rows: string[][];
}

/**
 * Reads every figure on a page and compares it with the API's answer: what stands in the markup is the exact value, and
 * what a person reads is that value. Every number of the answer must be on the page, but for those that `except` names.
 * @returns how many figures there were
 */
export async function assertShows(
  page: Page,
  answer: unknown,
  except: (path: string) => boolean = () => false,
): Promise<number> {
  const figures = await figuresOf(page);
  const tables = await dayTablesOf(page);
  for (const { at, value, text } of figures) {
    expectFor(`${at} on ${page.url()}`, value).toBe(String(lookUp(answer, at)));
    expectFor(`${at} reads "${text}" and is ${value} on ${page.url()}`, reads(text, value)).toBe(true);
  }
  for (const table of tables) assertDays(table, lookUp(answer, table.at) as Record<string, unknown>[]);

  const shown = new Set(figures.map(({ at }) => at));
  const missing = leavesOf(answer).filter(
    // A funnel's first stage has no stage before it to be a share of.
    (path) =>
      path !== 'funnel.0.step_rate' &&
      !shown.has(path) &&
      !tables.some((table) => path.startsWith(`${table.at}.`)) &&
      !except(path),
  );
  expectFor(`figures of the answer that are not on ${page.url()}`, missing).toStrictEqual([]);
  return figures.length + tables.reduce((sum, table) => sum + table.rows.length * table.keys.length, 0);
}

/** The exact value of a figure on the page. */
export async function figureAt(page: Page, at: string): Promise<string | null> {
  const figure = page.locator(`[data-figure~="${at}"]`);
  return (await figure.getAttribute('data-value')) ?? figure.textContent();
}

function figuresOf(page: Page): Promise<Figure[]> {
  return page.$$eval('[data-figure]', (elements) =>
    elements.flatMap((element) =>
      // One number may stand for several: none of no leads is active.
      (element.getAttribute('data-figure') ?? '').split(' ').map((at) => ({
        at,
        value: element.getAttribute('data-value') ?? element.textContent ?? '',
        text: (element.textContent ?? '').trim(),
      })),
    ),
  );
}

function dayTablesOf(page: Page): Promise<DayTable[]> {
  return page.$$eval('[data-days]', (elements) =>
    elements.map((element) => ({
      at: element.getAttribute('data-days') ?? '',
      skipped: Number(element.getAttribute('data-skipped')),
      keys: (element.getAttribute('data-keys') ?? '').split(' '),
      rows: [...element.querySelectorAll('tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent ?? ''),
      ),
    })),
  );
}

function assertDays({ at, skipped, keys, rows }: DayTable, days: Record<string, unknown>[]): void {
  expectFor(`${at} has a row for every day`, rows).toHaveLength(days.length - skipped);
  for (const [index, row] of days.slice(skipped).toReversed().entries()) {
    const [date, ...cells] = rows[index] ?? [];
    expect(date).toBe(day(String(row['date'])));
    expectFor(`${at} on ${date}`, cells.map(numberOf)).toStrictEqual(keys.map((key) => row[key]));
  }
}

/** Whether a person who reads the text learns the value: to a tenth of a percent, to a cent, exactly for everything else. */
function reads(text: string, value: string): boolean {
  if (value === 'null') return /^(—|still running)$/.test(text);
  if (/^[\d.]+ (ms|s|min|h)\b/.test(text)) return true;
  if (text.endsWith('%'))
    return Math.abs(Number(text.slice(0, -1).replaceAll(',', '')) / 100 - Number(value)) <= 0.0005 + 1e-9;
  const precision = text.startsWith('$') && Number(value) >= 0.01 ? 0.005 + 1e-9 : 0;
  return Math.abs(numberOf(text) - Number(value)) <= precision;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/[$,]/g, ''));
}

function lookUp(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);
}

/** Paths of all numbers of an answer, and of rates of nothing. */
function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'number' || (value === null && /(rate|share)$/.test(path))) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}
