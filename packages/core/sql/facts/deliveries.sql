-- What is kept when deliveries are written, in the writer's transaction.

create or replace function figures_on_insert_of_deliveries() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as engagement,
    count(*) > 0 as magnet_days,
    count(*) > 0 as magnet_totals
  into changed
  from new_rows as f;

  if changed.engagement then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select account_id, subscriber_id from new_rows
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.magnet_days
    or changed.magnet_totals then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      requests = s.requests + told.requests,
      sent = s.sent + told.sent,
      opened = s.opened + told.opened,
      clicked = s.clicked + told.clicked,
      last_activity_at = case
          when told.came >= s.last_activity_at then told.came
          when told.came is not distinct from told.gone then s.last_activity_at
          -- They did something before, and the last of it still stands.
          when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
            then s.last_activity_at
          else last_activity(s.account_id, s.id, s.first_seen_at)
        end,
      lead_score = lead_score(
        s.requests + told.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
        ist_day(now()) - ist_day(case
            when told.came >= s.last_activity_at then told.came
            when told.came is not distinct from told.gone then s.last_activity_at
            -- They did something before, and the last of it still stands.
            when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
              then s.last_activity_at
            else last_activity(s.account_id, s.id, s.first_seen_at)
          end)
      )
    from (
      select
        account_id, subscriber_id,
        sum(requests)::int as requests, sum(sent)::int as sent, sum(opened)::int as opened,
        sum(clicked)::int as clicked, max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, f.subscriber_id, 1 as requests, (f.sent_at is not null)::int as sent,
            (f.opened_at is not null)::int as opened, (f.clicked_at is not null)::int as clicked,
            greatest(f.requested_at, f.opened_at, f.clicked_at) as came, null::timestamptz as gone
          from new_rows as f
      ) as each_row
      group by account_id, subscriber_id
      having sum(requests) <> 0
        or sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, requests, sent, delivered, bounced, sent_opened,
      sent_clicked, opened, clicked
    )
    select
      account_id, magnet_id, day, own_lane, sum(requests)::bigint as requests,
      sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
      sum(bounced)::bigint as bounced, sum(sent_opened)::bigint as sent_opened,
      sum(sent_clicked)::bigint as sent_clicked, sum(opened)::bigint as opened,
      sum(clicked)::bigint as clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, 1 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        0 as clicked
      from new_rows as f where f.requested_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.sent_at) as day, 0 as requests, 1 as sent,
        (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
        (f.opened_at is not null)::int as sent_opened,
        (f.clicked_at is not null)::int as sent_clicked, 0 as opened, 0 as clicked
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.opened_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 1 as opened,
        0 as clicked
      from new_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.clicked_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        1 as clicked
      from new_rows as f where f.clicked_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, requests, sent, delivered, bounced, sent_opened, sent_clicked
    )
    select
      account_id, magnet_id, own_lane, sum(requests)::bigint as requests, sum(sent)::bigint as sent,
      sum(delivered)::bigint as delivered, sum(bounced)::bigint as bounced,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, 1 as requests, 0 as sent, 0 as delivered,
        0 as bounced, 0 as sent_opened, 0 as sent_clicked
      from new_rows as f
      union all
      select
        f.account_id, f.magnet_id as magnet_id, 0 as requests, 1 as sent,
        (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
        (f.opened_at is not null)::int as sent_opened,
        (f.clicked_at is not null)::int as sent_clicked
      from new_rows as f where f.sent_at is not null
    ) as contributed
    group by account_id, magnet_id
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on deliveries
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_deliveries();

create or replace function figures_on_update_of_deliveries() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    coalesce(bool_or(
      (n.subscriber_id, n.sent_at, n.opened_at, n.clicked_at, n.requested_at)
      is distinct from
      (o.subscriber_id, o.sent_at, o.opened_at, o.clicked_at, o.requested_at)
    ), false) as engagement,
    coalesce(bool_or(
      (n.magnet_id, n.requested_at, n.sent_at, n.opened_at, n.clicked_at, n.delivered_at,
        n.bounced_at)
      is distinct from
      (o.magnet_id, o.requested_at, o.sent_at, o.opened_at, o.clicked_at, o.delivered_at,
        o.bounced_at)
    ), false) as magnet_days,
    coalesce(bool_or(
      (n.magnet_id, n.sent_at, n.delivered_at, n.bounced_at, n.opened_at, n.clicked_at)
      is distinct from
      (o.magnet_id, o.sent_at, o.delivered_at, o.bounced_at, o.opened_at, o.clicked_at)
    ), false) as magnet_totals
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

  if changed.engagement then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select account_id, subscriber_id from new_rows
      union
      select account_id, subscriber_id from old_rows
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.magnet_days
    or changed.magnet_totals then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      requests = s.requests + told.requests,
      sent = s.sent + told.sent,
      opened = s.opened + told.opened,
      clicked = s.clicked + told.clicked,
      last_activity_at = case
          when told.came >= s.last_activity_at then told.came
          when told.came is not distinct from told.gone then s.last_activity_at
          -- They did something before, and the last of it still stands.
          when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
            then s.last_activity_at
          else last_activity(s.account_id, s.id, s.first_seen_at)
        end,
      lead_score = lead_score(
        s.requests + told.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
        ist_day(now()) - ist_day(case
            when told.came >= s.last_activity_at then told.came
            when told.came is not distinct from told.gone then s.last_activity_at
            -- They did something before, and the last of it still stands.
            when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
              then s.last_activity_at
            else last_activity(s.account_id, s.id, s.first_seen_at)
          end)
      )
    from (
      select
        account_id, subscriber_id,
        sum(requests)::int as requests, sum(sent)::int as sent, sum(opened)::int as opened,
        sum(clicked)::int as clicked, max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, f.subscriber_id, 1 as requests, (f.sent_at is not null)::int as sent,
            (f.opened_at is not null)::int as opened, (f.clicked_at is not null)::int as clicked,
            greatest(f.requested_at, f.opened_at, f.clicked_at) as came, null::timestamptz as gone
          from new_rows as f
          union all
          select
            f.account_id, f.subscriber_id, -1 as requests, -(f.sent_at is not null)::int as sent,
            -(f.opened_at is not null)::int as opened, -(f.clicked_at is not null)::int as clicked,
            null::timestamptz as came, greatest(f.requested_at, f.opened_at, f.clicked_at) as gone
          from old_rows as f
      ) as each_row
      group by account_id, subscriber_id
      having sum(requests) <> 0
        or sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, requests, sent, delivered, bounced, sent_opened,
      sent_clicked, opened, clicked
    )
    select
      account_id, magnet_id, day, own_lane, sum(requests)::bigint as requests,
      sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
      sum(bounced)::bigint as bounced, sum(sent_opened)::bigint as sent_opened,
      sum(sent_clicked)::bigint as sent_clicked, sum(opened)::bigint as opened,
      sum(clicked)::bigint as clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, 1 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        0 as clicked
      from new_rows as f where f.requested_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.sent_at) as day, 0 as requests, 1 as sent,
        (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
        (f.opened_at is not null)::int as sent_opened,
        (f.clicked_at is not null)::int as sent_clicked, 0 as opened, 0 as clicked
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.opened_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 1 as opened,
        0 as clicked
      from new_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.clicked_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        1 as clicked
      from new_rows as f where f.clicked_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, -1 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        0 as clicked
      from old_rows as f where f.requested_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.sent_at) as day, 0 as requests,
        -1 as sent, -(f.delivered_at is not null)::int as delivered,
        -(f.bounced_at is not null)::int as bounced, -(f.opened_at is not null)::int as sent_opened,
        -(f.clicked_at is not null)::int as sent_clicked, 0 as opened, 0 as clicked
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.opened_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, -1 as opened,
        0 as clicked
      from old_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.clicked_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        -1 as clicked
      from old_rows as f where f.clicked_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, requests, sent, delivered, bounced, sent_opened, sent_clicked
    )
    select
      account_id, magnet_id, own_lane, sum(requests)::bigint as requests, sum(sent)::bigint as sent,
      sum(delivered)::bigint as delivered, sum(bounced)::bigint as bounced,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, 1 as requests, 0 as sent, 0 as delivered,
        0 as bounced, 0 as sent_opened, 0 as sent_clicked
      from new_rows as f
      union all
      select
        f.account_id, f.magnet_id as magnet_id, 0 as requests, 1 as sent,
        (f.delivered_at is not null)::int as delivered, (f.bounced_at is not null)::int as bounced,
        (f.opened_at is not null)::int as sent_opened,
        (f.clicked_at is not null)::int as sent_clicked
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, -1 as requests, 0 as sent, 0 as delivered,
        0 as bounced, 0 as sent_opened, 0 as sent_clicked
      from old_rows as f
      union all
      select
        f.account_id, f.magnet_id as magnet_id, 0 as requests, -1 as sent,
        -(f.delivered_at is not null)::int as delivered,
        -(f.bounced_at is not null)::int as bounced, -(f.opened_at is not null)::int as sent_opened,
        -(f.clicked_at is not null)::int as sent_clicked
      from old_rows as f where f.sent_at is not null
    ) as contributed
    group by account_id, magnet_id
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on deliveries
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_deliveries();

create or replace function figures_on_delete_of_deliveries() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
  own_lane smallint;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as engagement,
    count(*) > 0 as magnet_days,
    count(*) > 0 as magnet_totals
  into changed
  from old_rows as f;

  if changed.engagement then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select account_id, subscriber_id from old_rows
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.magnet_days
    or changed.magnet_totals then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      requests = s.requests + told.requests,
      sent = s.sent + told.sent,
      opened = s.opened + told.opened,
      clicked = s.clicked + told.clicked,
      last_activity_at = case
          when told.came >= s.last_activity_at then told.came
          when told.came is not distinct from told.gone then s.last_activity_at
          -- They did something before, and the last of it still stands.
          when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
            then s.last_activity_at
          else last_activity(s.account_id, s.id, s.first_seen_at)
        end,
      lead_score = lead_score(
        s.requests + told.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
        ist_day(now()) - ist_day(case
            when told.came >= s.last_activity_at then told.came
            when told.came is not distinct from told.gone then s.last_activity_at
            -- They did something before, and the last of it still stands.
            when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
              then s.last_activity_at
            else last_activity(s.account_id, s.id, s.first_seen_at)
          end)
      )
    from (
      select
        account_id, subscriber_id,
        sum(requests)::int as requests, sum(sent)::int as sent, sum(opened)::int as opened,
        sum(clicked)::int as clicked, max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, f.subscriber_id, -1 as requests, -(f.sent_at is not null)::int as sent,
            -(f.opened_at is not null)::int as opened, -(f.clicked_at is not null)::int as clicked,
            null::timestamptz as came, greatest(f.requested_at, f.opened_at, f.clicked_at) as gone
          from old_rows as f
      ) as each_row
      group by account_id, subscriber_id
      having sum(requests) <> 0
        or sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, requests, sent, delivered, bounced, sent_opened,
      sent_clicked, opened, clicked
    )
    select
      account_id, magnet_id, day, own_lane, sum(requests)::bigint as requests,
      sum(sent)::bigint as sent, sum(delivered)::bigint as delivered,
      sum(bounced)::bigint as bounced, sum(sent_opened)::bigint as sent_opened,
      sum(sent_clicked)::bigint as sent_clicked, sum(opened)::bigint as opened,
      sum(clicked)::bigint as clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, -1 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        0 as clicked
      from old_rows as f where f.requested_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.sent_at) as day, 0 as requests,
        -1 as sent, -(f.delivered_at is not null)::int as delivered,
        -(f.bounced_at is not null)::int as bounced, -(f.opened_at is not null)::int as sent_opened,
        -(f.clicked_at is not null)::int as sent_clicked, 0 as opened, 0 as clicked
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.opened_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, -1 as opened,
        0 as clicked
      from old_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.clicked_at) as day, 0 as requests,
        0 as sent, 0 as delivered, 0 as bounced, 0 as sent_opened, 0 as sent_clicked, 0 as opened,
        -1 as clicked
      from old_rows as f where f.clicked_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, requests, sent, delivered, bounced, sent_opened, sent_clicked
    )
    select
      account_id, magnet_id, own_lane, sum(requests)::bigint as requests, sum(sent)::bigint as sent,
      sum(delivered)::bigint as delivered, sum(bounced)::bigint as bounced,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked
    from (
      select
        f.account_id, f.magnet_id as magnet_id, -1 as requests, 0 as sent, 0 as delivered,
        0 as bounced, 0 as sent_opened, 0 as sent_clicked
      from old_rows as f
      union all
      select
        f.account_id, f.magnet_id as magnet_id, 0 as requests, -1 as sent,
        -(f.delivered_at is not null)::int as delivered,
        -(f.bounced_at is not null)::int as bounced, -(f.opened_at is not null)::int as sent_opened,
        -(f.clicked_at is not null)::int as sent_clicked
      from old_rows as f where f.sent_at is not null
    ) as contributed
    group by account_id, magnet_id
    having sum(requests) <> 0
      or sum(sent) <> 0
      or sum(delivered) <> 0
      or sum(bounced) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      requests = kept.requests + excluded.requests, sent = kept.sent + excluded.sent,
      delivered = kept.delivered + excluded.delivered, bounced = kept.bounced + excluded.bounced,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on deliveries
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_deliveries();
