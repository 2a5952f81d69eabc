-- The table.

create table inbox_totals (
  account_id uuid not null references accounts on delete cascade,
  campaign_id uuid not null,
  lane smallint not null default 0,
  messages bigint not null default 0,
  primary key (account_id, campaign_id, lane)
);

create index inbox_totals_by_lane on inbox_totals (account_id, lane) where lane > 0;

-- Made from the facts.

insert into inbox_totals (account_id, campaign_id, messages)
select
  account_id, campaign_id, sum(messages)::bigint as messages
from (
  select
    f.account_id,
    coalesce(f.campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id,
    1 as messages
  from inbox_messages as f
) as contributed
group by account_id, campaign_id
having sum(messages) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from inbox_totals where lane > 0 and lane = $lane
  returning
    account_id, campaign_id, messages
)
insert into inbox_totals as kept (
  account_id, campaign_id, lane, messages
)
select
  account_id, campaign_id, 0, messages
from moved
on conflict (account_id, campaign_id, lane) do update set
  messages = kept.messages + excluded.messages;
