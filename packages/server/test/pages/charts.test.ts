import { gzipSync } from 'node:zlib';

import { expect, test } from '@jest/globals';
import { DayChart, type Measure } from '@lodestone/server/pages/charts/days.js';
import { markup } from '@lodestone/server/pages/components/markup.js';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';

type Key = 'requests' | 'sent' | 'opened' | 'clicked' | 'replied';
type Day = { date: string } & Record<Key, number>;

const MEASURES: Measure<Key>[] = [
  { key: 'requests', label: 'Requests' },
  { key: 'sent', label: 'Sent' },
  { key: 'opened', label: 'Opened' },
  { key: 'clicked', label: 'Clicked' },
  { key: 'replied', label: 'Replied' },
];

/** Days of figures that hardly repeat, or of zeros. */
function days(count: number, most: number): Day[] {
  return Array.from({ length: count }, (_, n) => {
    const figure = (salt: number) => Math.floor(Math.abs(Math.sin(n * 7 + salt)) * most);
    const date = new Date(Date.UTC(2015, 0, 1 + n)).toISOString().slice(0, 10);
    return {
      date,
      requests: figure(0),
      sent: figure(1),
      opened: figure(2),
      clicked: figure(3),
      replied: figure(4),
    };
  });
}

function render(days: Day[], measures: Measure<Key>[]): string {
  const Chart = DayChart<Key>;
  return renderToString(h(Chart, { at: 'by_day', title: 'Days', days, measures }));
}

test('a chart of ten years leaves the page within its 60 KB, and says that it shows the latest days', () => {
  for (const measures of [MEASURES, MEASURES.slice(0, 4), MEASURES.slice(0, 1)]) {
    const html = render(days(3_650, 20_000), measures);
    const bytes = gzipSync(html, { level: 6 }).length;
    expect(bytes).toBeLessThan(45 * 1024);
    const [, shown = ''] = /The latest ([\d,]+) days/.exec(html) ?? [];
    expect(html.match(/<tr><th scope="row">/g)?.length).toBe(Number(shown.replace(',', '')));
    expect(html).toMatch(/28 Dec 2024/);
  }
});

test('a chart draws a bar for each value that is not zero, the tallest for the greatest', () => {
  const [first, second, third] = days(3, 0);
  const html = render([first!, { ...second!, sent: 3 }, { ...third!, sent: 1 }], MEASURES.slice(1, 2));
  const [, path = ''] = /<path class="bar" d="([^"]*)"/.exec(html) ?? [];
  const heights = [...path.matchAll(/v-(\d+)/g)].map(([, height]) => Number(height));
  expect(heights).toHaveLength(2);
  expect(heights[0]!).toBeGreaterThan(2 * heights[1]!);
});

test('a chart of nothing is drawn without a bar', () => {
  for (const count of [0, 1, 2])
    expect(render(days(count, 0), MEASURES)).not.toMatch(/NaN|Infinity|undefined|v-/);
});

test('markup says what JSX says of any text, in an element and in an attribute', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: fc.constantFrom(...`a<>&"'{}$-!/ é—`) }),
      fc.integer(),
      (text, count) => {
        const cells = [text, count].map((value) => markup`<td title="${text}">${value}</td>`);
        expect(renderToString(markup`<tr><th>${text}</th>${cells}</tr>`)).toBe(
          renderToString(
            h(
              'tr',
              null,
              h('th', null, text),
              h('td', { title: text }, text),
              h('td', { title: text }, count),
            ),
          ),
        );
      },
    ),
  );
});
