-- The table.

create table campaign_days (
  account_id uuid not null references accounts on delete cascade,
  campaign_id uuid not null,
  day date not null,
  lane smallint not null default 0,
  enrolled bigint not null default 0,
  replied bigint not null default 0,
  converted bigint not null default 0,
  primary key (account_id, campaign_id, day, lane)
);

create index campaign_days_by_lane on campaign_days (account_id, lane) where lane > 0;

create index campaign_days_by_day on campaign_days (account_id, day);

-- Made from the facts.

insert into campaign_days (account_id, campaign_id, day, enrolled, replied, converted)
select
  account_id, campaign_id, day, sum(enrolled)::bigint as enrolled,
  sum(replied)::bigint as replied, sum(converted)::bigint as converted
from (
  select
    f.account_id, f.campaign_id as campaign_id, ist_day(f.enrolled_at) as day, 1 as enrolled,
    0 as replied, 0 as converted
  from enrollments as f where f.enrolled_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, ist_day(f.replied_at) as day, 0 as enrolled,
    1 as replied, 0 as converted
  from enrollments as f where f.replied_at is not null
  union all
  select
    f.account_id, f.campaign_id as campaign_id, ist_day(f.converted_at) as day, 0 as enrolled,
    0 as replied, 1 as converted
  from enrollments as f where f.converted_at is not null
) as contributed
group by account_id, campaign_id, day
having sum(enrolled) <> 0
  or sum(replied) <> 0
  or sum(converted) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from campaign_days where lane > 0 and lane = $lane
  returning
    account_id, campaign_id, day, enrolled, replied, converted
)
insert into campaign_days as kept (
  account_id, campaign_id, day, lane, enrolled, replied, converted
)
select
  account_id, campaign_id, day, 0, enrolled, replied, converted
from moved
on conflict (account_id, campaign_id, day, lane) do update set
  enrolled = kept.enrolled + excluded.enrolled,
  replied = kept.replied + excluded.replied,
  converted = kept.converted + excluded.converted;
