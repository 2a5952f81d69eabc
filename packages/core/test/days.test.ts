import { execFileSync } from 'node:child_process';

import { describe, expect, test } from '@jest/globals';
import { daysBetween, firstDayOf, istDay } from '@lodestone/core/days.js';

import { present } from '../../../scripts/jest/support.ts';

describe('Days', () => {
  test('turn at 18:30 UTC', () => {
    expect(istDay(new Date('2026-03-04T18:29:59.999Z'))).toBe('2026-03-04');
    expect(istDay(new Date('2026-03-04T18:30:00.000Z'))).toBe('2026-03-05');
  });

  test('of a range include today', () => {
    expect(firstDayOf('7d', '2026-03-05')).toBe('2026-02-27');
    expect(firstDayOf('30d', '2026-03-05')).toBe('2026-02-04');
    expect(firstDayOf('90d', '2026-03-05')).toBe('2025-12-06');
    expect(firstDayOf('all', '2026-03-05')).toBeNull();
    expect(daysBetween('2026-02-27', '2026-03-05')).toHaveLength(7);
  });

  test('of a month begin on the same day of an earlier one, or on its last', () => {
    expect(firstDayOf('1m', '2026-03-31')).toBe('2026-02-28');
    expect(firstDayOf('1m', '2024-03-31')).toBe('2024-02-29');
    expect(firstDayOf('1m', '2026-01-15')).toBe('2025-12-15');
    expect(firstDayOf('3m', '2026-05-31')).toBe('2026-02-28');
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
    present(first);
    expect(first.length).toBeGreaterThan(1_000);
    for (const other of others) expect(other).toBe(first);
  });
});
