import {
  COUNTS,
  type Figure,
  FROM,
  latest,
  MAGNET_IDS,
  ownerIn,
  refresh,
  refreshEngagement,
  SCORED,
  type Told,
  TELLING,
  type Telling,
  TOLD_BY,
} from './engagement.ts';
import { columnsIn, type Event, SOURCES } from './facts.ts';
import { indented, listed } from './layout.ts';
import { SUBSCRIBERS_OF, type Upkeep } from './upkeep.ts';

/** How engagement is kept: what the facts tell now is added, and what they told before is taken off. */
export function keepEngagement(): Upkeep[] {
  const asking = SUBSCRIBERS_OF.magnet_requests;
  return [
    ...TELLING.map((facts): Upkeep => {
      const { counts, moments, where } = TOLD_BY[facts] as Told;
      return {
        figure: 'engagement',
        definedIn: 'engagement.ts',
        facts,
        columns: columnsIn(
          facts === 'campaign_sends' ? 'f.enrollment_id' : 'f.subscriber_id',
          ...Object.values(counts),
          ...moments,
          where ?? '',
        ),
        ...(where && { tells: where }),
        locks: ['subscribers'],
        statements: (event) => [
          facts === 'enrollments' && event === 'delete' ? recompute(event) : add(facts, event),
        ],
      };
    }),
    {
      // Its sends go with it, and they do not say whose they were.
      figure: 'engagement_moved',
      definedIn: 'engagement.ts',
      facts: 'enrollments',
      columns: ['subscriber_id'],
      locks: ['subscribers'],
      statements: (event) => (event === 'update' ? [recompute(event)] : []),
    },
    {
      figure: 'magnet_ids',
      definedIn: 'engagement.ts',
      facts: 'magnet_requests',
      columns: ['subscriber_id', 'magnet_id'],
      locks: ['subscribers'],
      statements: (event) => [
        refresh(
          `select
  s.account_id, s.subscriber_id,
  coalesce(
    (
      select ${MAGNET_IDS}
      from magnet_requests as f
      where f.account_id = s.account_id and f.subscriber_id = s.subscriber_id
    ),
    '{}'
  ) as magnet_ids
from (
  ${SOURCES[event].map(({ rows }) => asking?.(rows)).join('\n  union\n  ')}
) as s`,
          ['magnet_ids'],
        ),
      ],
    },
  ];
}

/** An enrollment that is gone took its sends with it, and they no longer say whose they were. */
function recompute(event: Event): string {
  const subscribers = SOURCES[event].map(({ rows }) => SUBSCRIBERS_OF.enrollments?.(rows)).join('\nunion\n');
  return refreshEngagement(`(\n${subscribers}\n)`);
}

function add(facts: Telling, event: Event): string {
  const told: Told = TOLD_BY[facts];
  const counted = COUNTS.filter((figure) => figure in told.counts) as Figure[];
  const parts = SOURCES[event].map(({ rows, sign }) => {
    const counts = counted.map((figure) => {
      const condition = told.counts[figure];
      return `${sign}${condition === 'true' ? '1' : `(${condition})::int`} as ${figure}`;
    });
    const last = `greatest(${told.moments.join(', ')})`;
    const moments = sign
      ? ['null::timestamptz as came', `${last} as gone`]
      : [`${last} as came`, 'null::timestamptz as gone'];
    const [owner, from] =
      facts === 'campaign_sends'
        ? [
            'o',
            `${rows} as f\n      join enrollments as o on o.account_id = f.account_id and o.id = f.enrollment_id`,
          ]
        : ['f', `${rows} as f`];
    return `select
        ${listed([`f.account_id`, `${owner}.subscriber_id`, ...counts, ...moments], 8)}
      from ${from}${told.where ? `\n      where ${told.where}` : ''}`;
  });
  const sums = counted.map((figure) => `sum(${figure})::int as ${figure}`);
  const now = (figure: Figure) => (counted.includes(figure) ? `s.${figure} + told.${figure}` : `s.${figure}`);
  return `update subscribers as s set
  ${counted.map((figure) => `${figure} = ${now(figure)},`).join('\n  ')}
  last_activity_at = ${indented(LAST_ACTIVITY, 2)},
  lead_score = lead_score(
    ${SCORED.map(now).join(', ')},
    ist_day(now()) - ist_day(${indented(LAST_ACTIVITY, 4)})
  )
from (
  select
    account_id, subscriber_id,
    ${listed([...sums, 'max(came) as came', 'max(gone) as gone'], 4)}
  from (
      ${parts.join('\n      union all\n      ')}
  ) as each_row
  group by account_id, subscriber_id
  having ${[...counted.map((figure) => `sum(${figure}) <> 0`), 'max(came) is distinct from max(gone)'].join('\n    or ')}
) as told
where s.account_id = told.account_id and s.id = told.subscriber_id`;
}

/** The last activity of a subscriber `s`, of whom the latest that is `told` came and the latest before is gone. */
const LAST_ACTIVITY = `case
    when told.came >= s.last_activity_at then told.came
    when told.came is not distinct from told.gone then s.last_activity_at
    -- They did something before, and the last of it still stands.
    when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
      then s.last_activity_at
    else last_activity(s.account_id, s.id, s.first_seen_at)
  end`;

/**
 * `last_activity(account, subscriber, first_seen_at)`, looked up in the facts of one subscriber. A function of its own, so
 * that only those pay for it who need it.
 */
export function createLastActivity(): string[] {
  const parts = TELLING.map((facts) => {
    const owner = ownerIn(facts);
    return `(
      select ${latest(facts)}
      from ${FROM[facts]}
      where ${owner}.account_id = account and ${owner}.subscriber_id = subscriber
    )`;
  });
  return [
    `create or replace function last_activity(account uuid, subscriber uuid, first_seen_at timestamptz)
returns timestamptz language plpgsql stable as $$
begin
  return coalesce(greatest(
    ${parts.join(',\n    ')}
  ), first_seen_at);
end $$`,
  ];
}

/** A new subscriber has done nothing yet. Columns of the very row that is written are set before the row is. */
export function setNewEngagement(): string[] {
  return [
    `create or replace function figures_before_insert_of_subscribers() returns trigger language plpgsql as $$
begin
  ${COUNTS.map((figure) => `new.${figure} := 0;`).join(' ')}
  new.magnet_ids := '{}';
  new.last_activity_at := new.first_seen_at;
  new.lead_score := 0;
  return new;
end $$`,
    `create or replace trigger figures_before_insert before insert on subscribers
  for each row execute function figures_before_insert_of_subscribers()`,
  ];
}
