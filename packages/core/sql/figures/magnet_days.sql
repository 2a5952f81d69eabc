-- The table.

create table magnet_days (
  account_id uuid not null references accounts on delete cascade,
  magnet_id uuid not null,
  day date not null,
  lane smallint not null default 0,
  new_subscribers bigint not null default 0,
  unsubscribed bigint not null default 0,
  requests bigint not null default 0,
  leads bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  bounced bigint not null default 0,
  sent_opened bigint not null default 0,
  sent_clicked bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  primary key (account_id, magnet_id, day, lane)
);

create index magnet_days_by_lane on magnet_days (account_id, lane) where lane > 0;

create index magnet_days_by_day on magnet_days (account_id, day);

-- Made from the facts.

insert into magnet_days (account_id, magnet_id, day, new_subscribers, unsubscribed, requests, leads, sent, delivered,
  bounced, sent_opened, sent_clicked, opened, clicked)
select
  account_id, magnet_id, day, sum(new_subscribers)::bigint as new_subscribers,
  sum(unsubscribed)::bigint as unsubscribed, sum(requests)::bigint as requests,
  sum(leads)::bigint as leads, sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
  sum(bounced)::bigint as bounced, sum(sent_opened)::bigint as sent_opened,
  sum(sent_clicked)::bigint as sent_clicked, sum(opened)::bigint as opened,
  sum(clicked)::bigint as clicked
from (
  select
    f.account_id,
    coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
    ist_day(f.first_seen_at) as day, 1 as new_subscribers, 0 as unsubscribed, 0 as requests,
    0 as leads, 0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked,
    0 as opened, 0 as clicked
  from subscribers as f where f.first_seen_at is not null
  union all
  select
    f.account_id,
    coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
    ist_day(f.unsubscribed_at) as day, 0 as new_subscribers, 1 as unsubscribed, 0 as requests,
    0 as leads, 0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked,
    0 as opened, 0 as clicked
  from subscribers as f where f.unsubscribed_at is not null
  union all
  select
    f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day,
    0 as new_subscribers, 0 as unsubscribed, 0 as requests, 1 as leads, 0 as sent,
    0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked
  from magnet_requests as f where f.requested_at is not null
  union all
  select
    f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day,
    0 as new_subscribers, 0 as unsubscribed, 1 as requests, 0 as leads, 0 as sent,
    0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked
  from deliveries as f where f.requested_at is not null
  union all
  select
    f.account_id, f.magnet_id as magnet_id, ist_day(f.sent_at) as day, 0 as new_subscribers,
    0 as unsubscribed, 0 as requests, 0 as leads, 1 as sent,
    (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
    (f.opened_at is not null)::int as sent_opened,
    (f.clicked_at is not null)::int as sent_clicked, 0 as opened, 0 as clicked
  from deliveries as f where f.sent_at is not null
  union all
  select
    f.account_id, f.magnet_id as magnet_id, ist_day(f.opened_at) as day, 0 as new_subscribers,
    0 as unsubscribed, 0 as requests, 0 as leads, 0 as sent, 0 as delivered, 0 as bounced,
    0 as sent_opened, 0 as sent_clicked, 1 as opened, 0 as clicked
  from deliveries as f where f.opened_at is not null
  union all
  select
    f.account_id, f.magnet_id as magnet_id, ist_day(f.clicked_at) as day, 0 as new_subscribers,
    0 as unsubscribed, 0 as requests, 0 as leads, 0 as sent, 0 as delivered, 0 as bounced,
    0 as sent_opened, 0 as sent_clicked, 0 as opened, 1 as clicked
  from deliveries as f where f.clicked_at is not null
) as contributed
group by account_id, magnet_id, day
having sum(new_subscribers) <> 0
  or sum(unsubscribed) <> 0
  or sum(requests) <> 0
  or sum(leads) <> 0
  or sum(sent) <> 0
  or sum(delivered) <> 0
  or sum(bounced) <> 0
  or sum(sent_opened) <> 0
  or sum(sent_clicked) <> 0
  or sum(opened) <> 0
  or sum(clicked) <> 0;

-- A lane brought into the lowest.

with moved as (
  delete from magnet_days where lane > 0 and lane = $lane
  returning
    account_id, magnet_id, day, new_subscribers, unsubscribed, requests, leads, sent, delivered,
    bounced, sent_opened, sent_clicked, opened, clicked
)
insert into magnet_days as kept (
  account_id, magnet_id, day, lane, new_subscribers, unsubscribed, requests, leads, sent,
  delivered, bounced, sent_opened, sent_clicked, opened, clicked
)
select
  account_id, magnet_id, day, 0, new_subscribers, unsubscribed, requests, leads, sent,
  delivered, bounced, sent_opened, sent_clicked, opened, clicked
from moved
on conflict (account_id, magnet_id, day, lane) do update set
  new_subscribers = kept.new_subscribers + excluded.new_subscribers,
  unsubscribed = kept.unsubscribed + excluded.unsubscribed,
  requests = kept.requests + excluded.requests,
  leads = kept.leads + excluded.leads,
  sent = kept.sent + excluded.sent,
  delivered = kept.delivered + excluded.delivered,
  bounced = kept.bounced + excluded.bounced,
  sent_opened = kept.sent_opened + excluded.sent_opened,
  sent_clicked = kept.sent_clicked + excluded.sent_clicked,
  opened = kept.opened + excluded.opened,
  clicked = kept.clicked + excluded.clicked;
