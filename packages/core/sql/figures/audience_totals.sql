-- The table.

create table audience_totals (
  account_id uuid not null references accounts on delete cascade,
  status text not null,
  lead_score smallint not null,
  lane smallint not null default 0,
  subscribers bigint not null default 0,
  primary key (account_id, status, lead_score, lane)
);

create index audience_totals_by_lane on audience_totals (account_id, lane) where lane > 0;

-- Made from the facts.

insert into audience_totals (account_id, status, lead_score, subscribers)
select
  account_id, status, lead_score, sum(subscribers)::bigint as subscribers
from (
  select
    f.account_id, f.status as status, f.lead_score as lead_score, 1 as subscribers
  from subscribers as f
) as contributed
group by account_id, status, lead_score
having sum(subscribers) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from audience_totals where lane > 0 and lane = $lane
  returning
    account_id, status, lead_score, subscribers
)
insert into audience_totals as kept (
  account_id, status, lead_score, lane, subscribers
)
select
  account_id, status, lead_score, 0, subscribers
from moved
on conflict (account_id, status, lead_score, lane) do update set
  subscribers = kept.subscribers + excluded.subscribers;
