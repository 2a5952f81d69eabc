import { expect, test } from '@jest/globals';
import { day, exactRate, moment, number, rate } from '@lodestone/server/pages/format.js';
import fc from 'fast-check';

const moments = fc.date({ min: new Date('1950-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

test('a moment is what India says it is, with three letters for each month', () => {
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
    fc.property(moments, (at) =>
      expect(moment(at.toISOString())).toBe(inIndia.format(at).replace('Sept', 'Sep')),
    ),
    { numRuns: 3_000 },
  );
});

test('a day is the same however often it is said', () => {
  expect(day('2026-11-20')).toBe('20 Nov 2026');
  fc.assert(
    fc.property(moments, (at) => {
      const text = at.toISOString().slice(0, 10);
      expect(day(text)).toBe(day(text));
      expect(new Date(`${day(text)} UTC`).toISOString().slice(0, 10)).toBe(text);
    }),
    { numRuns: 3_000 },
  );
});

test('a number is grouped from a thousand on, and has two decimals at most', () => {
  const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  for (const value of [0, 1, 7.256, 999, 999.999, 1_000, 1_234_567, -3])
    expect(number(value)).toBe(whole.format(value));
  expect(number(1_234_567)).toBe('1,234,567');
});

test('a rate has one decimal, and the exact one two, whatever it is', () => {
  const [short, long] = [1, 2].map(
    (digits) =>
      new Intl.NumberFormat('en', {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const rates = Array.from({ length: 10_001 }, (_, parts) => parts / 10_000);
  for (const value of [...rates, 1 / 3, 0.000_05, 1.25, 12.5, -0.5]) {
    expect([rate(value), exactRate(value)]).toEqual([short?.format(value), long?.format(value)]);
  }
  expect(rate(null)).toBe('—');
});
