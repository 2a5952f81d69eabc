-- The table.

create table email_account_days (
  account_id uuid not null references accounts on delete cascade,
  email_account_id uuid not null,
  day date not null,
  lane smallint not null default 0,
  sent bigint not null default 0,
  bounced bigint not null default 0,
  primary key (account_id, email_account_id, day, lane)
);

create index email_account_days_by_lane on email_account_days (account_id, lane) where lane > 0;

create index email_account_days_by_day on email_account_days (account_id, day);

-- Made from the facts.

insert into email_account_days (account_id, email_account_id, day, sent, bounced)
select
  account_id, email_account_id, day, sum(sent)::bigint as sent, sum(bounced)::bigint as bounced
from (
  select
    f.account_id,
    coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
    ist_day(f.sent_at) as day, (f.status = 'sent')::int as sent, 0 as bounced
  from campaign_sends as f where f.sent_at is not null
  union all
  select
    f.account_id,
    coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
    ist_day(f.bounced_at) as day, 0 as sent, 1 as bounced
  from campaign_sends as f where f.bounced_at is not null
) as contributed
group by account_id, email_account_id, day
having sum(sent) <> 0
  or sum(bounced) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from email_account_days where lane > 0 and lane = $lane
  returning
    account_id, email_account_id, day, sent, bounced
)
insert into email_account_days as kept (
  account_id, email_account_id, day, lane, sent, bounced
)
select
  account_id, email_account_id, day, 0, sent, bounced
from moved
on conflict (account_id, email_account_id, day, lane) do update set
  sent = kept.sent + excluded.sent,
  bounced = kept.bounced + excluded.bounced;
