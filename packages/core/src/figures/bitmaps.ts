/**
 * Which subscribers have which value of each facet, as bitmaps. A subscriber has a number in the account. 4,096 numbers in
 * a row are a block, and a bitmap says in one bit for each of a block whether they have a value: an audience of any filters
 * is the AND of a few hundred bitmaps, and never costs a look at a million subscribers.
 *
 * Bitmaps are kept as counters are (figures/counters.ts), with XOR for the sum: what a row had and still has cancels out.
 */
import { TAIL } from './contributions.ts';
import { columnsIn, type Event, SOURCES } from './facts.ts';
import { foldInto, indexLanes } from './lanes.ts';
import type { Upkeep } from './upkeep.ts';

/** What audiences are filtered by, as SQL over the subscriber `f`: values that everybody has, and arrays of values. */
const VALUES = {
  status: ['f.status'],
  score: ['f.lead_score::text', `f.lead_score / 10 || '0s'`],
  day: ['ist_day(f.first_seen_at)::text'],
  tail: [TAIL],
} as const;
const ARRAYS = { tag: 'f.tags', magnet: 'f.magnet_ids::text[]' } as const;

export type Facet = keyof typeof VALUES | keyof typeof ARRAYS;

const FACETS = [...Object.keys(VALUES), ...Object.keys(ARRAYS)] as Facet[];

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

/** SQL for the block of a subscriber. */
export const blockOf = (subscriber: string) => `${subscriber}.number >> 12`;

/** SQL for the place of a subscriber in their block. */
export const placeOf = (subscriber: string) => `${subscriber}.number & 4095`;

/** SQL for a bitmap with one bit set. */
export const bitAt = (place: string) => `set_bit(0::bit(4096), ${place}, 1)`;

/** Makes the table of the bitmaps, with room on every page for the next state of some of its rows. */
export function createBitmaps(): string[] {
  return [
    `create table audience_bitmaps (
  account_id uuid not null references accounts on delete cascade,
  facet text collate "C" not null,
  value text collate "C" not null,
  block integer not null,
  lane smallint not null default 0,
  bits bit(4096) not null,
  primary key (account_id, facet, value, block, lane)
) with (fillfactor = 80)`,
    indexLanes('audience_bitmaps'),
  ];
}

/** How the bitmaps are kept when subscribers are written, facet by facet. */
export function keepBitmaps(): Upkeep[] {
  return FACETS.map((facet) => ({
    figure: `bitmaps_by_${facet}`,
    definedIn: 'bitmaps.ts',
    facts: 'subscribers',
    columns: [...columnsIn(...expressionsOf(facet)), 'number'],
    inLane: true,
    statements: (event: Event) => [flipBits(SOURCES[event].flatMap(({ rows }) => placesIn(rows, facet)))],
  }));
}

/** Makes the bitmaps from the subscribers in their empty table: part by part, since that many places are better sorted in parts. */
export function fillBitmaps(): string[] {
  return FACETS.flatMap((facet) => placesIn('subscribers', facet)).map(
    (places) => `insert into audience_bitmaps (${KEY}, bits)
${sumOf([places])}`,
  );
}

/** Brings what other lanes hold of the bitmaps into the lowest. */
export function foldBitmaps(): string {
  return foldInto('audience_bitmaps', KEY.split(', '), { bits: '#' });
}

/** Bits that are not what the subscribers are: `surplus` and `missing` ones, by the number of subscribers. */
export function staleBitmaps(): { table: string; figures: readonly string[]; query: string } {
  return {
    table: 'audience_bitmaps',
    figures: ['surplus', 'missing'],
    query: `with summed as (
${sumOf(FACETS.flatMap((facet) => placesIn('subscribers', facet)))}
), kept as (
  select ${KEY}, bit_xor(bits) as bits
  from audience_bitmaps
  group by ${KEY}
), compared as (
  select
    ${KEY}, coalesce(kept.bits, 0::bit(4096)) as kept, coalesce(summed.bits, 0::bit(4096)) as summed
  from kept
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

const KEY = 'account_id, facet, value, block';

/** The place of each of the rows under every value of a facet that it has, in parts. */
function placesIn(rows: string, facet: Facet): string[] {
  // A value that an array repeats counts where it stands first.
  return isOfMany(facet)
    ? [
        `select${place(facet, 'each.value')}
  from ${rows} as f
  cross join unnest(${ARRAYS[facet]}) with ordinality as each(value, nth)
  where array_position(${ARRAYS[facet]}, each.value) = each.nth`,
      ]
    : VALUES[facet].map((value) => `select${place(facet, value)}\n  from ${rows} as f`);
}

function expressionsOf(facet: Facet): readonly string[] {
  return isOfMany(facet) ? [ARRAYS[facet]] : VALUES[facet];
}

function isOfMany(facet: Facet): facet is keyof typeof ARRAYS {
  return Object.hasOwn(ARRAYS, facet);
}

function place(facet: string, value: string): string {
  return `
    f.account_id, '${facet}' as facet,
    ${value} as value,
    ${blockOf('f')} as block, ${placeOf('f')} as place`;
}

function sumOf(places: readonly string[], besides = ''): string {
  const bits = `bit_xor(${bitAt('place')})`;
  return `select ${KEY}, ${besides}${bits} as bits
from (
  ${places.join('\n  union all\n  ')}
) as placed
group by ${KEY}
having ${bits} <> 0::bit(4096)`;
}

function flipBits(places: readonly string[]): string {
  return `insert into audience_bitmaps as kept (${KEY}, lane, bits)
${sumOf(places, 'own_lane, ')}
on conflict (${KEY}, lane) do update set bits = kept.bits # excluded.bits`;
}
