import type { Dashboard } from '@lodestone/sdk';

import { shown } from './output/cell.ts';
import type { Row } from './output/fields.ts';
import { styled } from './output/style.ts';
import { table } from './output/table.ts';

const BARS = '▁▂▃▄▅▆▇█';

/** The dashboard as a screen of text. */
export function screen(
  { range, from, to, kpis, by_day, top_magnets }: Dashboard,
  width: number,
  now = new Date(),
): string {
  const figures = Object.entries(kpis).map(
    ([name, value]) => `${styled('dim', name.replaceAll('_', ' '))} ${styled('bold', shown(name, value))}`,
  );
  const days = by_day.slice(-Math.max(7, width - 20));
  const series = (['requests', 'sent', 'opened', 'clicked', 'new_subscribers'] as const).map((name) => {
    const values = days.map((day) => day[name]);
    return `${name.replaceAll('_', ' ').padEnd(16)} ${bars(values)} ${shown(name, values.at(-1))}`;
  });
  const magnets = table(
    ['title', 'requests', 'sent', 'open_rate', 'click_rate'],
    top_magnets as unknown as Row[],
    width,
  );
  return [
    `${styled('bold', 'Dashboard')}  ${range}, ${from} to ${to}  ${styled('dim', `read at ${now.toISOString().slice(11, 19)}Z, Ctrl+C ends`)}`,
    '',
    ...inRows(figures, 4),
    '',
    ...series,
    '',
    magnets.header() + magnets.rows(top_magnets as unknown as Row[]),
  ].join('\n');
}

function inRows(texts: readonly string[], each: number): string[] {
  return Array.from({ length: Math.ceil(texts.length / each) }, (_, row) =>
    texts.slice(row * each, row * each + each).join('   '),
  );
}

function bars(values: readonly number[]): string {
  const highest = Math.max(1, ...values);
  return values.map((value) => BARS[Math.round((value / highest) * (BARS.length - 1))]).join('');
}
