import { rate } from './rate.ts';

/** Stages of a funnel with their share of the first stage and of the one before. */
export function stagesOf<Stage extends string>(counts: [Stage, number][]) {
  const first = counts[0]?.[1] ?? 0;
  return counts.map(([stage, count], index) => ({
    stage,
    count,
    rate: rate(count, first),
    step_rate: rate(count, counts[Math.max(index - 1, 0)]?.[1] ?? 0),
  }));
}
