import assert from 'node:assert/strict';
import { test } from 'node:test';

import { day, moment, number } from '@lodestone/server/pages/format.js';
import fc from 'fast-check';

const moments = fc.date({ min: new Date('1950-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

test('a moment is what India says it is', () => {
  const inIndia = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  fc.assert(
    fc.property(moments, (at) => assert.equal(moment(at.toISOString()), inIndia.format(at))),
    { numRuns: 3_000 },
  );
});

test('a day is the same however often it is said', () => {
  assert.equal(day('2026-11-20'), '20 Nov 2026');
  fc.assert(
    fc.property(moments, (at) => {
      const text = at.toISOString().slice(0, 10);
      assert.equal(day(text), day(text));
      assert.equal(new Date(`${day(text)} UTC`).toISOString().slice(0, 10), text);
    }),
    { numRuns: 3_000 },
  );
});

test('a number is grouped from a thousand on, and has two decimals at most', () => {
  const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  for (const value of [0, 1, 7.256, 999, 999.999, 1_000, 1_234_567, -3])
    assert.equal(number(value), whole.format(value));
  assert.equal(number(1_234_567), '1,234,567');
});
