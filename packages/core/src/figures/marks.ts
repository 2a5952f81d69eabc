/**
 * Which subscribers have which value of each facet, as bitmaps. A subscriber has a number in the account. 4,096 numbers in
 * a row are a cohort, and a mark says in one bit for each whether they have a value: an audience of any filters is the AND
 * of a few hundred marks, and never costs a look at a million subscribers.
 *
 * Marks are kept as counters are (figures/counters.ts), with XOR for the sum: what a row had and still has cancels out.
 */
import { TAIL } from './contributions.ts';
import { createTrigger, EVENTS } from './counters.ts';

/** What audiences are filtered by, as SQL over the subscriber `f`: values that everybody has, and arrays of values. */
const VALUES = {
  status: ['f.status'],
  score: ['f.lead_score::text', `f.lead_score / 10 || '0s'`],
  day: ['ist_day(f.first_seen_at)::text'],
  tail: [TAIL],
} as const;
const ARRAYS = { tag: 'f.tags', magnet: 'f.magnet_ids::text[]' } as const;

export type Facet = keyof typeof VALUES | keyof typeof ARRAYS;

/** The values of the facet `score` that make up the scores from one to another, both included: whole tens where they fit. */
export function scoreValues(from: number, to: number): string[] {
  const values: string[] = [];
  for (let score = from; score <= to;) {
    const whole = score % 10 === 0 && Math.min(score + 9, 100) <= to;
    values.push(whole ? `${score / 10}0s` : String(score));
    score += whole ? 10 : 1;
  }
  return values;
}

/** SQL for the cohort of a subscriber. */
export const cohortOf = (subscriber: string) => `${subscriber}.number >> 12`;

/** SQL for the place of a subscriber in their cohort. */
export const placeOf = (subscriber: string) => `${subscriber}.number & 4095`;

/** SQL for a mark with one place marked. */
export const markAt = (place: string) => `set_bit(0::bit(4096), ${place}, 1)`;

/** `create table` for the marks, with room on every page for the next state of some of its rows. */
export function createMarks(): string {
  return `create table audience_marks (
  account_id uuid not null references accounts on delete cascade,
  facet text collate "C" not null,
  value text collate "C" not null,
  cohort integer not null,
  bits bit(4096) not null,
  primary key (account_id, facet, value, cohort)
) with (fillfactor = 80)`;
}

/** Statement-level triggers that keep the marks in the transaction of the write. */
export function createMarkTriggers(): string {
  return EVENTS.map((event) =>
    createTrigger('a_mark', 'subscribers', event, [
      markInto(event.sources.flatMap(({ rows }) => placesIn(rows))),
    ]),
  ).join(';\n\n');
}

/** Removes every mark and makes them anew: part by part, since that many places are better sorted in parts. */
export function rebuildMarks(): string {
  const parts = placesIn('subscribers').map((places) => markInto([places]));
  return ['delete from audience_marks', ...parts].join(';\n\n');
}

/** Marks that are not what the subscribers are: `surplus` and `missing` ones, by the number of subscribers. */
export function staleMarks(): { table: string; figures: readonly string[]; query: string } {
  return {
    table: 'audience_marks',
    figures: ['surplus', 'missing'],
    query: `with summed as (
${sumOf(placesIn('subscribers'))}
), compared as (
  select
    ${KEY}, coalesce(kept.bits, 0::bit(4096)) as kept, coalesce(summed.bits, 0::bit(4096)) as summed
  from audience_marks as kept
  full join summed using (${KEY})
)
select
  ${KEY},
  bit_count(kept & ~summed) as surplus_kept, 0::bigint as surplus_summed,
  0::bigint as missing_kept, bit_count(summed & ~kept) as missing_summed
from compared
where kept <> summed
order by ${KEY}`,
  };
}

const KEY = 'account_id, facet, value, cohort';

/** The place of each of the rows under every value that it has, in parts. */
function placesIn(rows: string): string[] {
  return [
    ...Object.entries(VALUES).flatMap(([facet, values]) =>
      values.map((value) => `select ${place(facet, value)} from ${rows} as f`),
    ),
    // A value that an array repeats counts where it stands first.
    ...Object.entries(ARRAYS).map(
      ([facet, values]) => `select ${place(facet, 'each.value')}
    from ${rows} as f cross join unnest(${values}) with ordinality as each(value, nth)
    where array_position(${values}, each.value) = each.nth`,
    ),
  ];
}

function place(facet: string, value: string): string {
  return `f.account_id, '${facet}' as facet, ${value} as value, ${cohortOf('f')} as cohort, ${placeOf('f')} as place`;
}

function sumOf(places: readonly string[]): string {
  const mark = `bit_xor(${markAt('place')})`;
  return `  select ${KEY}, ${mark} as bits
  from (
    ${places.join('\n    union all\n    ')}
  ) as marked
  group by ${KEY}
  having ${mark} <> 0::bit(4096)`;
}

function markInto(places: readonly string[]): string {
  // In the key's order, so that two writers of the same rows take their locks in the same order.
  return `insert into audience_marks as kept (${KEY}, bits)
${sumOf(places)}
  order by ${KEY}
  on conflict (${KEY}) do update set bits = kept.bits # excluded.bits`;
}
