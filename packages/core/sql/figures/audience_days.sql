-- The table.

create table audience_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  lane smallint not null default 0,
  first_seen bigint not null default 0,
  last_active bigint not null default 0,
  primary key (account_id, day, lane)
);

create index audience_days_by_lane on audience_days (account_id, lane) where lane > 0;

-- Made from the facts.

insert into audience_days (account_id, day, first_seen, last_active)
select
  account_id, day, sum(first_seen)::bigint as first_seen,
  sum(last_active)::bigint as last_active
from (
  select
    f.account_id, ist_day(f.first_seen_at) as day, 1 as first_seen, 0 as last_active
  from subscribers as f where f.first_seen_at is not null
  union all
  select
    f.account_id, ist_day(f.last_activity_at) as day, 0 as first_seen, 1 as last_active
  from subscribers as f where f.last_activity_at is not null
) as contributed
group by account_id, day
having sum(first_seen) <> 0
  or sum(last_active) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from audience_days where lane > 0 and lane = $lane
  returning
    account_id, day, first_seen, last_active
)
insert into audience_days as kept (
  account_id, day, lane, first_seen, last_active
)
select
  account_id, day, 0, first_seen, last_active
from moved
on conflict (account_id, day, lane) do update set
  first_seen = kept.first_seen + excluded.first_seen,
  last_active = kept.last_active + excluded.last_active;
