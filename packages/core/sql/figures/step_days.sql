-- The table.

create table step_days (
  account_id uuid not null references accounts on delete cascade,
  campaign_id uuid not null,
  step smallint not null,
  variant_id uuid not null,
  day date not null,
  lane smallint not null default 0,
  queued bigint not null default 0,
  failed bigint not null default 0,
  cancelled bigint not null default 0,
  sent bigint not null default 0,
  sent_opened bigint not null default 0,
  sent_clicked bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  replied bigint not null default 0,
  primary key (account_id, campaign_id, step, variant_id, day, lane)
);

create index step_days_by_lane on step_days (account_id, lane) where lane > 0;

create index step_days_by_day on step_days (account_id, day);

-- Made from the facts.

insert into step_days (account_id, campaign_id, step, variant_id, day, queued, failed, cancelled, sent, sent_opened,
  sent_clicked, opened, clicked, bounced, replied)
select
  account_id, campaign_id, step, variant_id, day, sum(queued)::bigint as queued,
  sum(failed)::bigint as failed, sum(cancelled)::bigint as cancelled, sum(sent)::bigint as sent,
  sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked,
  sum(opened)::bigint as opened, sum(clicked)::bigint as clicked,
  sum(bounced)::bigint as bounced, sum(replied)::bigint as replied
from (
  select
    f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
    ist_day(f.queued_at) as day, (f.status = 'queued')::int as queued,
    (f.status = 'failed')::int as failed, (f.status = 'cancelled')::int as cancelled, 0 as sent,
    0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 0 as bounced, 0 as replied
  from campaign_sends as f where f.queued_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
    ist_day(f.sent_at) as day, 0 as queued, 0 as failed, 0 as cancelled,
    (f.status = 'sent')::int as sent,
    (f.status = 'sent' and f.opened_at is not null)::int as sent_opened,
    (f.status = 'sent' and f.clicked_at is not null)::int as sent_clicked, 0 as opened,
    0 as clicked, 0 as bounced, 0 as replied
  from campaign_sends as f where f.sent_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
    ist_day(f.opened_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
    0 as sent_opened, 0 as sent_clicked, (f.status = 'sent')::int as opened, 0 as clicked,
    0 as bounced, 0 as replied
  from campaign_sends as f where f.opened_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
    ist_day(f.clicked_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
    0 as sent_opened, 0 as sent_clicked, 0 as opened, (f.status = 'sent')::int as clicked,
    0 as bounced, 0 as replied
  from campaign_sends as f where f.clicked_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
    ist_day(f.bounced_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
    0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 1 as bounced, 0 as replied
  from campaign_sends as f where f.bounced_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, f.replied_step as step,
    f.replied_variant_id as variant_id, ist_day(f.replied_at) as day, 0 as queued, 0 as failed,
    0 as cancelled, 0 as sent, 0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked,
    0 as bounced, (f.replied_step is not null)::int as replied
  from enrollments as f where f.replied_at is not null
) as contributed
group by account_id, campaign_id, step, variant_id, day
having sum(queued) <> 0
  or sum(failed) <> 0
  or sum(cancelled) <> 0
  or sum(sent) <> 0
  or sum(sent_opened) <> 0
  or sum(sent_clicked) <> 0
  or sum(opened) <> 0
  or sum(clicked) <> 0
  or sum(bounced) <> 0
  or sum(replied) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from step_days where lane > 0 and lane = $lane
  returning
    account_id, campaign_id, step, variant_id, day, queued, failed, cancelled, sent,
    sent_opened, sent_clicked, opened, clicked, bounced, replied
)
insert into step_days as kept (
  account_id, campaign_id, step, variant_id, day, lane, queued, failed, cancelled, sent,
  sent_opened, sent_clicked, opened, clicked, bounced, replied
)
select
  account_id, campaign_id, step, variant_id, day, 0, queued, failed, cancelled, sent,
  sent_opened, sent_clicked, opened, clicked, bounced, replied
from moved
on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
  queued = kept.queued + excluded.queued,
  failed = kept.failed + excluded.failed,
  cancelled = kept.cancelled + excluded.cancelled,
  sent = kept.sent + excluded.sent,
  sent_opened = kept.sent_opened + excluded.sent_opened,
  sent_clicked = kept.sent_clicked + excluded.sent_clicked,
  opened = kept.opened + excluded.opened,
  clicked = kept.clicked + excluded.clicked,
  bounced = kept.bounced + excluded.bounced,
  replied = kept.replied + excluded.replied;
