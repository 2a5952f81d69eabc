-- The table.

create table magnet_totals (
  account_id uuid not null references accounts on delete cascade,
  magnet_id uuid not null,
  lane smallint not null default 0,
  requests bigint not null default 0,
  leads bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  bounced bigint not null default 0,
  sent_opened bigint not null default 0,
  sent_clicked bigint not null default 0,
  primary key (account_id, magnet_id, lane)
);

create index magnet_totals_by_lane on magnet_totals (account_id, lane) where lane > 0;

-- Made from the facts.

insert into magnet_totals (account_id, magnet_id, requests, leads, sent, delivered, bounced, sent_opened, sent_clicked)
select
  account_id, magnet_id, sum(requests)::bigint as requests, sum(leads)::bigint as leads,
  sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
  sum(bounced)::bigint as bounced, sum(sent_opened)::bigint as sent_opened,
  sum(sent_clicked)::bigint as sent_clicked
from (
  select
    f.account_id, f.magnet_id as magnet_id, 0 as requests, 1 as leads, 0 as sent,
    0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked
  from magnet_requests as f
  union all
  select
    f.account_id, f.magnet_id as magnet_id, 1 as requests, 0 as leads, 0 as sent,
    0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked
  from deliveries as f
  union all
  select
    f.account_id, f.magnet_id as magnet_id, 0 as requests, 0 as leads, 1 as sent,
    (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
    (f.opened_at is not null)::int as sent_opened,
    (f.clicked_at is not null)::int as sent_clicked
  from deliveries as f where f.sent_at is not null
) as contributed
group by account_id, magnet_id
having sum(requests) <> 0
  or sum(leads) <> 0
  or sum(sent) <> 0
  or sum(delivered) <> 0
  or sum(bounced) <> 0
  or sum(sent_opened) <> 0
  or sum(sent_clicked) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from magnet_totals where lane > 0 and lane = $lane
  returning
    account_id, magnet_id, requests, leads, sent, delivered, bounced, sent_opened, sent_clicked
)
insert into magnet_totals as kept (
  account_id, magnet_id, lane, requests, leads, sent, delivered, bounced, sent_opened,
  sent_clicked
)
select
  account_id, magnet_id, 0, requests, leads, sent, delivered, bounced, sent_opened, sent_clicked
from moved
on conflict (account_id, magnet_id, lane) do update set
  requests = kept.requests + excluded.requests,
  leads = kept.leads + excluded.leads,
  sent = kept.sent + excluded.sent,
  delivered = kept.delivered + excluded.delivered,
  bounced = kept.bounced + excluded.bounced,
  sent_opened = kept.sent_opened + excluded.sent_opened,
  sent_clicked = kept.sent_clicked + excluded.sent_clicked;
