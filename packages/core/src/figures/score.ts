/** Lead scoring: the weights, the recency bands and the temperature bands, and the SQL made of them. */

/** Points for each act, and how many of a kind count at most. */
const WEIGHTS = {
  requests: { points: 12, counted: 3 },
  opened: { points: 5, counted: 5 },
  clicked: { points: 10, counted: 3 },
  replied: { points: 30, counted: 1 },
} as const;

/** The points are halved for each of these ages of the last activity, in IST days, that has been passed. */
const HALVED_AFTER_DAYS = [30, 60, 90, 180] as const;

/** Lowest score of each temperature, hottest first. */
export const TEMPERATURES = [
  { temperature: 'hot', from: 75 },
  { temperature: 'warm', from: 50 },
  { temperature: 'cool', from: 25 },
  { temperature: 'cold', from: 0 },
] as const;

export type Temperature = (typeof TEMPERATURES)[number]['temperature'];

/** Band of a lead score. */
export function temperatureOf(score: number): Temperature {
  return TEMPERATURES.find((band) => score >= band.from)?.temperature ?? 'cold';
}

/** Scores of a temperature, both ends included. */
export function scoresOf(temperature: Temperature): { from: number; to: number } {
  const index = TEMPERATURES.findIndex((band) => band.temperature === temperature);
  return { from: TEMPERATURES[index]?.from ?? 0, to: (TEMPERATURES[index - 1]?.from ?? 101) - 1 };
}

/** `lead_score(requests, opened, clicked, replied, idle_days)`: an integer from 0 to 100. */
export function createLeadScore(): string[] {
  const points = Object.entries(WEIGHTS).map(
    ([act, { points, counted }]) => `${points} * least(${act}, ${counted})`,
  );
  // Each argument stands here once, so that PostgreSQL puts this into the statement and works each out once.
  const halvings = `width_bucket(idle_days, array[${HALVED_AFTER_DAYS.map((days) => days + 1).join(', ')}])`;
  return [
    `create or replace function lead_score(
  requests bigint, opened bigint, clicked bigint, replied bigint, idle_days integer
) returns smallint language sql immutable parallel safe
return round(
  least(100, ${points.join(' + ')})::numeric
  / (1 << ${halvings})
)::smallint`,
  ];
}
