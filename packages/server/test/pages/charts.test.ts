import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { DayChart } from '@lodestone/server/pages/charts/days.js';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';

const MEASURES = ['new_subscribers', 'requests', 'sent', 'opened', 'clicked'].map((key) => ({
  key,
  label: key,
}));

/** Days with figures that hardly repeat. */
function days(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    date: new Date(Date.UTC(2015, 0, 1 + n)).toISOString().slice(0, 10),
    ...Object.fromEntries(
      MEASURES.map(({ key }, m) => [key, Math.floor(Math.abs(Math.sin(n * 7 + m)) * 20_000)]),
    ),
  })) as ({ date: string } & Record<string, number>)[];
}

const render = (count: number) =>
  renderToString(h(DayChart, { at: 'by_day', title: 'Days', days: days(count), measures: MEASURES }));

test('a chart of ten years leaves the page within its 60 KB, and says that it shows the latest days', () => {
  for (const measures of [MEASURES, MEASURES.slice(0, 4), MEASURES.slice(0, 1)]) {
    const html = renderToString(h(DayChart, { at: 'by_day', title: 'Days', days: days(3_650), measures }));
    const bytes = gzipSync(html, { level: 6 }).length;
    assert.ok(bytes < 45 * 1024, `${bytes} bytes`);
    const [, shown = ''] = /The latest ([\d,]+) days/.exec(html) ?? [];
    assert.equal(html.match(/<tr><th scope="row">/g)?.length, Number(shown.replace(',', '')));
    assert.match(html, /2024-12-28/);
  }
});

test('a chart draws a bar for each value that is not zero, the tallest for the greatest', () => {
  const [first, second] = days(2);
  const html = renderToString(
    h(DayChart, {
      at: 'by_day',
      title: 'Days',
      days: [
        { ...first!, sent: 0 },
        { ...second!, sent: 3 },
        { ...second!, date: '2015-01-03', sent: 1 },
      ],
      measures: [{ key: 'sent', label: 'Sent' }],
    }),
  );
  const [, path = ''] = /<path class="bar" d="([^"]*)"/.exec(html) ?? [];
  const heights = [...path.matchAll(/v-(\d+)/g)].map(([, height]) => Number(height));
  assert.equal(heights.length, 2);
  assert.ok(heights[0]! > 2 * heights[1]!);
});

test('a chart of nothing is drawn without a bar', () => {
  for (const count of [0, 1, 2])
    assert.doesNotMatch(
      renderToString(
        h(DayChart, {
          at: 'by_day',
          title: 'Days',
          days: days(count).map(({ date }) => ({ date, sent: 0 })),
          measures: [{ key: 'sent', label: 'Sent' }],
        }),
      ),
      /NaN|Infinity|undefined/,
    );
});
