-- The table.

create table audience_tails (
  account_id uuid not null references accounts on delete cascade,
  tail text not null,
  lane smallint not null default 0,
  subscribers bigint not null default 0,
  primary key (account_id, tail, lane)
);

create index audience_tails_by_lane on audience_tails (account_id, lane) where lane > 0;

-- Made from the facts.

insert into audience_tails (account_id, tail, subscribers)
select
  account_id, tail, sum(subscribers)::bigint as subscribers
from (
  select
    f.account_id,
    searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail,
    1 as subscribers
  from subscribers as f
) as contributed
group by account_id, tail
having sum(subscribers) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from audience_tails where lane > 0 and lane = $lane
  returning
    account_id, tail, subscribers
)
insert into audience_tails as kept (
  account_id, tail, lane, subscribers
)
select
  account_id, tail, 0, subscribers
from moved
on conflict (account_id, tail, lane) do update set
  subscribers = kept.subscribers + excluded.subscribers;
