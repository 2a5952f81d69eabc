/** How sure a difference must be before a variant is called better. */
const SIGNIFICANCE = 0.05;

/** So many of either outcome must be expected in each group, or the test says nothing. */
const FEWEST_EXPECTED = 5;

export interface Outcome {
  sent: number;
  replied: number;
}

/**
 * The variant whose reply rate is higher than that of every other one, by a two-sided z-test of two proportions (pooled), corrected
 * for the number of comparisons (Bonferroni). Null while the difference may be chance.
 * @returns its index
 */
export function betterVariant(variants: readonly Outcome[]): number | null {
  if (variants.length < 2) return null;
  const rates = variants.map(({ sent, replied }) => (sent === 0 ? -1 : replied / sent));
  const best = rates.indexOf(Math.max(...rates));
  const [winner, ...others] = [variants[best], ...variants.filter((_, index) => index !== best)];
  if (!winner) return null;
  const enough = SIGNIFICANCE / others.length;
  return others.every((other) => other && chance(winner, other) < enough) ? best : null;
}

/** The probability of a difference at least as large if both had the same rate; 1 where too little was sent to tell. */
export function chance(a: Outcome, b: Outcome): number {
  const pooled = (a.replied + b.replied) / (a.sent + b.sent);
  const expected = [a, b].flatMap(({ sent }) => [sent * pooled, sent * (1 - pooled)]);
  // Written so that nothing divided by nothing says nothing, too.
  if (!expected.every((count) => count >= FEWEST_EXPECTED)) return 1;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.sent + 1 / b.sent));
  return complement(Math.abs(a.replied / a.sent - b.replied / b.sent) / error / Math.SQRT2);
}

/** The complementary error function of a number that is not negative, to seven digits (Abramowitz and Stegun 7.1.26). */
function complement(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * x);
  const series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
  return series.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
}
