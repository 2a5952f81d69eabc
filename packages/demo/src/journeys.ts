import { PROGRESS, progressOfAll } from '@lodestone/core/figures/progress.js';

/**
 * Who is enrolled in which campaign and what comes of it: one row for an enrollment, with all that its sends, messages and
 * conversion are made of. Every lead decides for every campaign.
 */
export const DRAW_JOURNEYS = `
create temporary table demo_journeys on commit drop as
with met as (
  select
    c.account_id, c.id as campaign_id, c.place as campaign_place, c.status as campaign_status, c.delays, c.variants, c.steps,
    c.halted_at, c.enrolled_until, c.stop_on_reply, c.tracked, c.appeal, c.bounces, c.senders,
    c.first_appeals,
    s.id as subscriber_id, s.number as subscriber_number, s.email, s.first_name, s.unsubscribed_at,
    s.number * 16 + c.place as number,
    greatest(s.first_seen_at + interval '26 hours', c.opened_at)
      + interval '30 days' * power(pg_temp.chance('enrolled after', s.number * 16 + c.place), 2) as enrolled_at
  from demo_campaigns as c
  join demo_subscribers as s
    on s.account_id = c.account_id and pg_temp.chance('enrolled', s.number * 16 + c.place) < c.share
  offset 0
),
enrolled as (
  select
    account_id, campaign_id, campaign_status, delays, variants, steps, halted_at, stop_on_reply, tracked, senders,
    subscriber_id, subscriber_number, email, first_name, unsubscribed_at, number, enrolled_at::timestamptz(3),
    pg_temp.chance('bounces', number) < 0.014 * bounces as address_bounces,
    width_bucket(
      pg_temp.chance('outcome', number) / nullif(appeal * case when answers_step = 1 then coalesce(first_appeal, 1) else 1 end, 0),
      (select array_agg(up_to order by place) from demo_outcomes)
    ) as outcome,
    answers_step
  from met
  cross join lateral (
    select
      least(steps, 1 + width_bucket(pg_temp.chance('answers step', number), array[0.5, 0.8, 0.93])) as answers_step,
      first_appeals[1 + floor(pg_temp.chance('variant', number * 8 + 1) * variants[1])::int] as first_appeal
  ) as answering
  where enrolled_at < least(enrolled_until, pg_temp.present()) and (unsubscribed_at is null or enrolled_at < unsubscribed_at)
  offset 0
),
mailed as (
  select
    *,
    pg_temp.planned(enrolled_at, 0, number * 8 + 1) as first_planned_at,
    pg_temp.planned(enrolled_at, delays[answers_step], number * 8 + answers_step) as answered_mail_at,
    pg_temp.planned(enrolled_at, delays[steps], number * 8 + steps) as last_planned_at
  from enrolled
  offset 0
),
heard as (
  select
    m.*,
    o.intent, o.with_text, o.converts, o.bodies,
    case when o.intent is not null
      then m.answered_mail_at + pg_temp.wait('25 minutes', 2.3, 'answers after', m.number)
    end::timestamptz(3) as answered_at
  from mailed as m
  left join demo_outcomes as o
    on o.place = m.outcome and not m.address_bounces
    and m.answered_mail_at < least(m.halted_at, m.unsubscribed_at)
    and m.answered_mail_at + pg_temp.wait('25 minutes', 2.3, 'answers after', m.number) < pg_temp.present() - interval '2 hours'
  offset 0
),
stopped as (
  select
    *,
    address_bounces and first_planned_at < least(halted_at, unsubscribed_at, pg_temp.present()) as bounced,
    case when stop_on_reply and intent not in ('no_reply', 'out_of_office') then answered_at end as reply_stops_at,
    case when pg_temp.chance('taken out', number) < 0.012 and enrolled_at + interval '5 days' < pg_temp.present()
      then enrolled_at + interval '5 days'
    end as taken_out_at
  from heard
  offset 0
),
ended as (
  select
    *,
    least(reply_stops_at, unsubscribed_at, taken_out_at, case when bounced then first_planned_at end) as stops_at
  from stopped
  offset 0
)
select
  *,
  pg_temp.id_at(enrolled_at, 'enrollment', number) as id,
  case
    when bounced then 'bounced'
    when last_planned_at < least(halted_at, stops_at, pg_temp.present()) then 'completed'
    when stops_at is not null then 'stopped'
    else 'active'
  end as status,
  case when intent not in ('no_reply', 'replied')
    then answered_at + pg_temp.wait('30 seconds', 2, 'classified after', number)
  end::timestamptz(3) as classified_at,
  senders[1 + floor(pg_temp.chance('sender', number) * cardinality(senders))::int] as email_account_id
from ended
`;

/** Written after their sends, messages and conversions, together with what follows from those. */
export const INSERT_ENROLLMENTS = `
insert into enrollments (
  account_id, id, campaign_id, subscriber_id, status, stop_reason, reply_intent, classified_at, enrolled_at,
  ${PROGRESS.join(', ')}
)
select
  j.account_id, j.id, j.campaign_id, j.subscriber_id, j.status,
  case when j.status = 'stopped' then
    case j.stops_at when j.reply_stops_at then 'replied' when j.unsubscribed_at then 'unsubscribed' else 'manual' end
  end,
  coalesce(j.intent, 'no_reply'), j.classified_at, j.enrolled_at,
  ${PROGRESS.map((column) => `p.${column}`).join(', ')}
from demo_journeys as j
join (${progressOfAll('demo_journeys')}) as p on p.account_id = j.account_id and p.enrollment_id = j.id
`;

/**
 * The sends of every journey. The next step is queued as soon as the one before has left, leaves on its planned day, and is
 * cancelled when the lead is stopped first.
 */
export const INSERT_SENDS = `
insert into campaign_sends (
  account_id, id, campaign_id, enrollment_id, step, variant_id, email_account_id, status, subject, body, queued_at, sent_at,
  opened_at, clicked_at, bounced_at, failure
)
with planned as (
  select
    j.account_id, j.campaign_id, j.id as enrollment_id, j.email_account_id, j.first_name, j.subscriber_number, j.tracked, j.bounced,
    j.stops_at, j.variants[step] as variants, step,
    j.answered_at is not null and step = j.answers_step as is_answered,
    j.number * 8 + step as number,
    pg_temp.planned(j.enrolled_at, j.delays[step], j.number * 8 + step) as planned_at,
    case when step = 1 then j.enrolled_at
      else pg_temp.planned(j.enrolled_at, j.delays[step - 1], j.number * 8 + step - 1)
    end as queued_at,
    least(j.halted_at, j.stops_at, pg_temp.present()) as reach
  from demo_journeys as j cross join generate_series(1, j.steps) as step
  offset 0
),
fated as (
  select
    *,
    floor(pg_temp.chance('variant', number) * variants)::int as variant,
    case
      when planned_at > reach then case when stops_at is null then 'queued' else 'cancelled' end
      when bounced then 'bounced'
      when not is_answered and pg_temp.chance('send fails', number) < 0.006 then 'failed'
      else 'sent'
    end as status
  from planned
  where planned_at <= reach or (step = 1 or queued_at <= reach) and not bounced
  offset 0
),
opened as (
  select
    *,
    case
      when status = 'sent' and tracked
        and pg_temp.chance('opens mail', number)
          < 0.14 + 0.5 * pg_temp.warmth(subscriber_number) + 0.07 * variant + 0.4 * is_answered::int
      then planned_at + pg_temp.wait('80 seconds', case when is_answered then 1.2 else 4 end, 'opens mail after', number)
    end as opened_at
  from fated
  offset 0
),
clicked as (
  select
    *,
    case when pg_temp.chance('clicks mail', number) < 0.06 + 0.4 * pg_temp.warmth(subscriber_number)
      then opened_at + case
        when pg_temp.chance('clicks mail at once', number) < 0.06 then interval '0'
        else pg_temp.wait('10 seconds', 3.4, 'clicks mail after', number)
      end
    end as clicked_at
  from opened
  offset 0
)
select
  c.account_id, pg_temp.id_at(c.queued_at, 'send', c.number), c.campaign_id, c.enrollment_id, c.step, v.id, c.email_account_id,
  c.status,
  case when v.merges_subject then replace(v.subject, v.merge_tag, coalesce(c.first_name, 'there')) end,
  case when v.merges_body then replace(v.body, v.merge_tag, coalesce(c.first_name, 'there')) end,
  c.queued_at,
  case when c.status in ('sent', 'bounced') then c.planned_at end,
  case when c.opened_at < pg_temp.present() then c.opened_at end,
  case when c.clicked_at < pg_temp.present() then c.clicked_at end,
  case when c.status = 'bounced'
    then least(c.planned_at + pg_temp.wait('3 seconds', 2, 'mail bounces after', c.number), pg_temp.present())
  end,
  case c.status
    when 'failed' then '421 4.7.0 Too many connections, try again later'
    when 'bounced' then '550 5.1.1 The recipient does not exist'
  end
from clicked as c
join demo_variants as v on v.campaign_id = c.campaign_id and v.step = c.step and v.place = c.variant
`;

/** What the leads wrote. Some intents were set after a call, without a mail; some mails are empty. */
export const INSERT_REPLIES = `
insert into inbox_messages (
  account_id, id, email_account_id, campaign_id, enrollment_id, from_address, subject, body, received_at
)
with wrote as (
  select
    j.*, turn, j.number * 2 + turn as message,
    case when turn = 0 then j.answered_at
      else j.answered_at + pg_temp.wait('6 hours', 1.2, 'writes again after', j.number)
    end::timestamptz(3) as received_at,
    pg_temp.chance('writes', j.number) < j.with_text as has_text
  from demo_journeys as j cross join generate_series(0, 1) as turn
  where j.intent <> 'no_reply' and (turn = 0 or pg_temp.chance('writes again', j.number) < 0.25)
  offset 0
)
select
  w.account_id, pg_temp.id_at(w.received_at, 'message', w.message), w.email_account_id, w.campaign_id, w.id, w.email,
  case when w.intent = 'out_of_office' and turn = 0 then 'Automatic reply: ' else 'Re: ' end
    || regexp_replace(replace(v.subject, v.merge_tag, coalesce(w.first_name, 'there')), '^Re: ', ''),
  case
    when not w.has_text then ''
    when turn = 0 then w.bodies[1 + floor(pg_temp.chance('words', w.message) * cardinality(w.bodies))::int]
    else (select bodies[1 + floor(pg_temp.chance('words', w.message) * cardinality(bodies))::int] from demo_second_mails)
  end,
  w.received_at
from wrote as w
join demo_variants as v
  on v.campaign_id = w.campaign_id and v.step = w.answers_step
  and v.place = floor(pg_temp.chance('variant', w.number * 8 + w.answers_step) * w.variants[w.answers_step])::int
where w.received_at < pg_temp.present()
  and (w.has_text or turn = 0 and (w.intent in ('out_of_office', 'replied') or pg_temp.chance('empty mail', w.number) < 0.5))
`;

export const INSERT_CONVERSIONS = `
insert into conversions (account_id, enrollment_id, occurred_at, value_micros)
select
  account_id, id, occurred_at,
  case when pg_temp.chance('value known', number) < 0.7
    then (199 + floor(4800 * power(pg_temp.chance('value', number), 3)))::bigint * 1000000
  end
from demo_journeys
cross join lateral (
  select case when intent = 'no_reply' then answered_at
    else answered_at + pg_temp.wait('5 hours', 1.9, 'converts after', number)
  end::timestamptz(3) as occurred_at
) as conversion
where pg_temp.chance('converts', number) < converts and occurred_at < pg_temp.present()
`;
