import { expect, test } from '@jest/globals';
import { betterVariant, chance } from '@lodestone/core/figures/significance.js';

test('the chance of a difference is that of a table of the z-test', () => {
  // z = 1.9600 is 0.05 and z = 2.5758 is 0.01, by any table of the normal distribution.
  const of = (a: number, b: number) => chance({ sent: 10_000, replied: a }, { sent: 10_000, replied: b });
  expect(of(500, 500)).toBeCloseTo(1, 6);
  // pooled 0.05302, error 0.0031689, so z = 0.00604 / 0.0031689 = 1.9060
  expect(of(560, 500)).toBeCloseTo(0.0572, 2);
  expect(of(600, 500)).toBeCloseTo(0.0019, 3);
});

test('a variant is better only when it beats every other one beyond chance, and enough was sent', () => {
  expect(
    betterVariant([
      { sent: 1_000, replied: 40 },
      { sent: 1_000, replied: 90 },
    ]),
  ).toBe(1);
  expect(
    betterVariant([
      { sent: 1_000, replied: 40 },
      { sent: 1_000, replied: 45 },
    ]),
  ).toBeNull();
  expect(
    betterVariant([
      { sent: 12, replied: 6 },
      { sent: 12, replied: 0 },
    ]),
  ).toBeNull();
  const two = [
    { sent: 1_000, replied: 90 },
    { sent: 1_000, replied: 85 },
    { sent: 1_000, replied: 20 },
  ];
  expect(betterVariant(two)).toBeNull();
  expect(
    betterVariant([
      { sent: 0, replied: 0 },
      { sent: 0, replied: 0 },
    ]),
  ).toBeNull();
  expect(betterVariant([{ sent: 1_000, replied: 90 }])).toBeNull();
});

test('of two equal variants one is called better about as seldom as the test promises', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const draw = () => ({
    sent: 400,
    replied: Array.from({ length: 400 }, random).filter((r) => r < 0.08).length,
  });
  const wrong = Array.from({ length: 500 }, () => betterVariant([draw(), draw()])).filter(
    (found) => found !== null,
  );
  expect(wrong.length / 500).toBeLessThan(0.08);
});
