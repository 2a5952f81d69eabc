import { ENGAGEMENT, engagementOfAll } from '@lodestone/core/figures/engagement.js';
import { ADDRESS_FORMS, DOMAINS, FIRST_NAMES, LAST_NAMES, TAGS } from './people.ts';
import { HISTORY_DAYS } from './scales.ts';

/** Who subscribes, when, and whether they leave again. More come every month. */
export const DRAW_SUBSCRIBERS = `
create temporary table demo_subscribers on commit drop as
with numbered as (
  select
    a.account_id, a.first_number + n as number,
    case when n < a.shared then n * 3 else a.people_from + n end as person
  from demo_accounts as a cross join generate_series(0, a.subscribers - 1) as n
  offset 0
),
seen as (
  select *, pg_temp.scramble(person) as mix, pg_temp.lately(${HISTORY_DAYS}, 'first seen', number) as first_seen_at
  from numbered
  offset 0
),
named as (
  select
    *,
    (${array(FIRST_NAMES)})[1 + (mix & 63)] as first,
    (${array(LAST_NAMES)})[1 + (mix >> 6 & 63)] as last,
    (${array(DOMAINS)})[1 + (mix >> 12 & 31)] as domain,
    mix >> 17 as form,
    first_seen_at + pg_temp.wait('15 minutes', 4, 'unsubscribes after', number) as leaves_at
  from seen
  offset 0
)
select
  account_id, number, person, first_seen_at,
  pg_temp.id_at(first_seen_at, 'subscriber', number) as id,
  lower(case form ${ADDRESS_FORMS.map((form, n) => `when ${n} then ${form}`).join(' ')} end || '@' || domain) as email,
  case when pg_temp.chance('first name', number) < 0.91 then first end as first_name,
  case when pg_temp.chance('last name', number) < 0.8 then last end as last_name,
  array_remove(array[
    ${TAGS.map(([tag, share]) => `case when pg_temp.chance('tag ${tag}', number) < ${share} then '${tag}' end`).join(',\n    ')}
  ], null) as tags,
  case
    when leaves_at < pg_temp.present() and pg_temp.chance('unsubscribes', number) < 0.07 then leaves_at
  end::timestamptz(3) as unsubscribed_at
from named
`;

/** What they ask for: the first magnet brought them, and some come back for more. A few were imported and never asked. */
export const DRAW_ASKS = `
create temporary table demo_asks on commit drop as
with numbered as (
  select
    s.account_id, s.number as subscriber_number, s.id as subscriber_id, s.first_seen_at, s.unsubscribed_at,
    turn, s.number * 4 + turn as number
  from demo_subscribers as s cross join generate_series(0, 3) as turn
  where pg_temp.chance('imported', s.number) >= 0.04
    and (turn = 0 or pg_temp.chance('asks again', s.number * 4 + turn) < 0.06 + 0.32 * pg_temp.warmth(s.number))
  offset 0
),
dated as (
  select
    *,
    case when turn = 0 then first_seen_at else
      pg_temp.evening(
        ist_day(first_seen_at) + 1 + floor(90 * power(pg_temp.chance('asks again after', number), 2))::int, 'asks', number
      )
    end as asked_at
  from numbered
  offset 0
)
select
  d.account_id, d.subscriber_number, d.subscriber_id, d.unsubscribed_at, d.turn, d.number, d.asked_at,
  case when ist_day(d.asked_at) > wanted.from_day and ist_day(d.asked_at) <= wanted.until_day
    then wanted.id else favourite.id
  end as magnet_id
from dated as d
join demo_accounts as a using (account_id)
join demo_magnets as favourite on favourite.account_id = d.account_id and favourite.place = 0
join demo_magnets as wanted
  on wanted.account_id = d.account_id and wanted.place = width_bucket(pg_temp.chance('magnet', d.number), a.magnet_thresholds)
where d.asked_at < pg_temp.present() and (d.unsubscribed_at is null or d.asked_at < d.unsubscribed_at)
`;

export const INSERT_PEOPLE = `
insert into people (id, email)
select pg_temp.id_at(pg_temp.ist(pg_temp.today() - ${HISTORY_DAYS}, 0), 'person', person), min(email)
from demo_subscribers
group by person
`;

/** Written last, together with everything that the other rows say about them. */
export const INSERT_SUBSCRIBERS = `
insert into subscribers (
  account_id, number, id, person_id, email, first_name, last_name, tags, first_magnet_id, first_seen_at, unsubscribed_at,
  ${Object.keys(ENGAGEMENT).join(', ')}
)
select
  s.account_id, row_number() over (partition by s.account_id order by s.first_seen_at, s.id) - 1, s.id,
  pg_temp.id_at(pg_temp.ist(pg_temp.today() - ${HISTORY_DAYS}, 0), 'person', s.person),
  s.email, s.first_name, s.last_name, s.tags, first.magnet_id, s.first_seen_at, s.unsubscribed_at,
  ${Object.values(ENGAGEMENT).join(', ')}
from demo_subscribers as s
left join demo_asks as first on first.turn = 0 and first.subscriber_number = s.number
join (${engagementOfAll('demo_subscribers')}) as e on e.account_id = s.account_id and e.subscriber_id = s.id
`;

export const INSERT_REQUESTS = `
insert into magnet_requests (account_id, subscriber_id, magnet_id, requested_at)
select account_id, subscriber_id, magnet_id, min(asked_at)
from demo_asks
group by account_id, subscriber_id, magnet_id
`;

/** What became of each ask. Opens and clicks have a long tail; one in twelve clicks comes with the open itself. */
export const INSERT_DELIVERIES = `
insert into deliveries (
  account_id, id, subscriber_id, magnet_id, status, requested_at, sent_at, delivered_at, opened_at, clicked_at, bounced_at,
  failure
)
with fated as (
  select
    *,
    asked_at + pg_temp.wait('800 milliseconds', 1.6, 'leaves', number) as left_at,
    case
      when asked_at > pg_temp.present() - interval '90 minutes' then
        case when unsubscribed_at is null then 'queued' else 'cancelled' end
      else (array['failed', 'cancelled', 'bounced', 'sent', 'delivered'])[
        1 + width_bucket(pg_temp.chance('delivery', number), array[0.008, 0.011, 0.03, 0.042])
      ]
    end as status,
    pg_temp.chance('delivery bounces at the door', number) < 0.3 as refused,
    pg_temp.warmth(subscriber_number) as warmth
  from demo_asks
  offset 0
),
sent as (
  select
    *,
    case when status in ('sent', 'delivered') or status = 'bounced' and not refused then left_at end as sent_at,
    case when status = 'delivered' then left_at + pg_temp.wait('400 milliseconds', 1.5, 'arrives', number) end as delivered_at
  from fated
  offset 0
),
opened as (
  select
    *,
    case when pg_temp.chance('opens', number) < 0.28 + 0.6 * warmth
      then delivered_at + pg_temp.wait('40 seconds', 4.3, 'opens after', number)
    end as opened_at
  from sent
  offset 0
),
clicked as (
  select
    *,
    case when pg_temp.chance('clicks', number) < 0.2 + 0.65 * warmth
      then opened_at + case
        when pg_temp.chance('clicks at once', number) < 0.08 then interval '0'
        else pg_temp.wait('6 seconds', 3.6, 'clicks after', number)
      end
    end as clicked_at
  from opened
  offset 0
)
select
  account_id, pg_temp.id_at(asked_at, 'delivery', number), subscriber_id, magnet_id, status, asked_at, sent_at, delivered_at,
  case when opened_at < pg_temp.present() then opened_at end,
  case when clicked_at < pg_temp.present() then clicked_at end,
  case when status = 'bounced' then coalesce(sent_at, asked_at) + pg_temp.wait('2 seconds', 2, 'bounces after', number) end,
  case status
    when 'failed' then 'The email could not be handed over: connection timed out'
    when 'bounced' then '550 5.1.1 The recipient does not exist'
  end
from clicked
`;

function array(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text}'`).join(', ')}]`;
}
