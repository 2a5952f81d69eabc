-- The table.

create table campaign_leads (
  account_id uuid not null references accounts on delete cascade,
  campaign_id uuid not null,
  status text not null,
  reply_intent text not null,
  lane smallint not null default 0,
  enrollments bigint not null default 0,
  contacted bigint not null default 0,
  replied bigint not null default 0,
  classified bigint not null default 0,
  converted bigint not null default 0,
  primary key (account_id, campaign_id, status, reply_intent, lane)
);

create index campaign_leads_by_lane on campaign_leads (account_id, lane) where lane > 0;

-- Made from the facts.

insert into campaign_leads (account_id, campaign_id, status, reply_intent, enrollments, contacted, replied, classified,
  converted)
select
  account_id, campaign_id, status, reply_intent, sum(enrollments)::bigint as enrollments,
  sum(contacted)::bigint as contacted, sum(replied)::bigint as replied,
  sum(classified)::bigint as classified, sum(converted)::bigint as converted
from (
  select
    f.account_id, f.campaign_id as campaign_id, f.status as status,
    f.reply_intent as reply_intent, 1 as enrollments,
    (f.first_sent_at is not null or f.replied_at is not null)::int as contacted,
    (f.replied_at is not null)::int as replied,
    (f.classified_at is not null)::int as classified,
    (f.converted_at is not null)::int as converted
  from enrollments as f
) as contributed
group by account_id, campaign_id, status, reply_intent
having sum(enrollments) <> 0
  or sum(contacted) <> 0
  or sum(replied) <> 0
  or sum(classified) <> 0
  or sum(converted) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from campaign_leads where lane > 0 and lane = $lane
  returning
    account_id, campaign_id, status, reply_intent, enrollments, contacted, replied, classified,
    converted
)
insert into campaign_leads as kept (
  account_id, campaign_id, status, reply_intent, lane, enrollments, contacted, replied,
  classified, converted
)
select
  account_id, campaign_id, status, reply_intent, 0, enrollments, contacted, replied, classified,
  converted
from moved
on conflict (account_id, campaign_id, status, reply_intent, lane) do update set
  enrollments = kept.enrollments + excluded.enrollments,
  contacted = kept.contacted + excluded.contacted,
  replied = kept.replied + excluded.replied,
  classified = kept.classified + excluded.classified,
  converted = kept.converted + excluded.converted;
