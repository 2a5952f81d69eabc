import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';

import { daysBetween, firstDayOf, istDay } from '@lodestone/core/days.js';

describe('Days', () => {
  test('turn at 18:30 UTC', () => {
    assert.equal(istDay(new Date('2026-03-04T18:29:59.999Z')), '2026-03-04');
    assert.equal(istDay(new Date('2026-03-04T18:30:00.000Z')), '2026-03-05');
  });

  test('of a range include today', () => {
    assert.equal(firstDayOf('7d', '2026-03-05'), '2026-02-27');
    assert.equal(firstDayOf('30d', '2026-03-05'), '2026-02-04');
    assert.equal(firstDayOf('90d', '2026-03-05'), '2025-12-06');
    assert.equal(firstDayOf('all', '2026-03-05'), null);
    assert.equal(daysBetween('2026-02-27', '2026-03-05').length, 7);
  });

  test('of a month begin on the same day of an earlier one, or on its last', () => {
    assert.equal(firstDayOf('1m', '2026-03-31'), '2026-02-28');
    assert.equal(firstDayOf('1m', '2024-03-31'), '2024-02-29');
    assert.equal(firstDayOf('1m', '2026-01-15'), '2025-12-15');
    assert.equal(firstDayOf('3m', '2026-05-31'), '2026-02-28');
  });

  test('are the same in whatever zone the process runs', () => {
    const script = `
      import { daysBetween, firstDayOf, istDay } from '@lodestone/core/days.js';
      const days = daysBetween('2025-12-25', '2026-12-01');
      console.log(JSON.stringify([days, days.map((day) => [firstDayOf('7d', day), firstDayOf('1m', day), firstDayOf('3m', day)]),
        days.map((day) => [istDay(new Date(day + 'T18:29:59.999Z')), istDay(new Date(day + 'T18:30:00Z'))])]));`;
    const [first, ...others] = [
      'UTC',
      'Asia/Kolkata',
      'America/New_York',
      'Pacific/Apia',
      'America/Sao_Paulo',
    ].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: import.meta.dirname,
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    assert.ok(first && first.length > 1_000);
    for (const other of others) assert.equal(other, first);
  });
});
