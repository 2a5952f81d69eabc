-- What is kept when magnet_requests are written, in the writer's transaction.

create or replace function figures_on_insert_of_magnet_requests() returns trigger language plpgsql
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
    count(*) > 0 as magnet_ids,
    count(*) > 0 as magnet_days,
    count(*) > 0 as magnet_totals
  into changed
  from new_rows as f;

  if changed.magnet_ids then
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

  -- magnet_ids: figures/engagement.ts
  if changed.magnet_ids then
    update subscribers as s set
      magnet_ids = e.magnet_ids
    from (
      select
        s.account_id, s.subscriber_id,
        coalesce(
          (
            select array_agg(f.magnet_id order by f.magnet_id)
            from magnet_requests as f
            where f.account_id = s.account_id and f.subscriber_id = s.subscriber_id
          ),
          '{}'
        ) as magnet_ids
      from (
        select account_id, subscriber_id from new_rows
      ) as s
    ) as e
    where s.account_id = e.account_id and s.id = e.subscriber_id
      and (s.magnet_ids)
        is distinct from
        (e.magnet_ids);
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, leads
    )
    select
      account_id, magnet_id, day, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, 1 as leads
      from new_rows as f where f.requested_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, leads
    )
    select
      account_id, magnet_id, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, 1 as leads
      from new_rows as f
    ) as contributed
    group by account_id, magnet_id
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on magnet_requests
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_magnet_requests();

create or replace function figures_on_update_of_magnet_requests() returns trigger language plpgsql
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
      (n.subscriber_id, n.magnet_id)
      is distinct from
      (o.subscriber_id, o.magnet_id)
    ), false) as magnet_ids,
    coalesce(bool_or(
      (n.magnet_id, n.requested_at)
      is distinct from
      (o.magnet_id, o.requested_at)
    ), false) as magnet_days,
    coalesce(bool_or(
      (n.magnet_id)
      is distinct from
      (o.magnet_id)
    ), false) as magnet_totals
  into changed
  from new_rows as n full join old_rows as o using (subscriber_id, magnet_id, account_id);

  if changed.magnet_ids then
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

  -- magnet_ids: figures/engagement.ts
  if changed.magnet_ids then
    update subscribers as s set
      magnet_ids = e.magnet_ids
    from (
      select
        s.account_id, s.subscriber_id,
        coalesce(
          (
            select array_agg(f.magnet_id order by f.magnet_id)
            from magnet_requests as f
            where f.account_id = s.account_id and f.subscriber_id = s.subscriber_id
          ),
          '{}'
        ) as magnet_ids
      from (
        select account_id, subscriber_id from new_rows
        union
        select account_id, subscriber_id from old_rows
      ) as s
    ) as e
    where s.account_id = e.account_id and s.id = e.subscriber_id
      and (s.magnet_ids)
        is distinct from
        (e.magnet_ids);
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, leads
    )
    select
      account_id, magnet_id, day, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, 1 as leads
      from new_rows as f where f.requested_at is not null
      union all
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, -1 as leads
      from old_rows as f where f.requested_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, leads
    )
    select
      account_id, magnet_id, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, 1 as leads
      from new_rows as f
      union all
      select
        f.account_id, f.magnet_id as magnet_id, -1 as leads
      from old_rows as f
    ) as contributed
    group by account_id, magnet_id
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on magnet_requests
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_magnet_requests();

create or replace function figures_on_delete_of_magnet_requests() returns trigger language plpgsql
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
    count(*) > 0 as magnet_ids,
    count(*) > 0 as magnet_days,
    count(*) > 0 as magnet_totals
  into changed
  from old_rows as f;

  if changed.magnet_ids then
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

  -- magnet_ids: figures/engagement.ts
  if changed.magnet_ids then
    update subscribers as s set
      magnet_ids = e.magnet_ids
    from (
      select
        s.account_id, s.subscriber_id,
        coalesce(
          (
            select array_agg(f.magnet_id order by f.magnet_id)
            from magnet_requests as f
            where f.account_id = s.account_id and f.subscriber_id = s.subscriber_id
          ),
          '{}'
        ) as magnet_ids
      from (
        select account_id, subscriber_id from old_rows
      ) as s
    ) as e
    where s.account_id = e.account_id and s.id = e.subscriber_id
      and (s.magnet_ids)
        is distinct from
        (e.magnet_ids);
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, leads
    )
    select
      account_id, magnet_id, day, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, ist_day(f.requested_at) as day, -1 as leads
      from old_rows as f where f.requested_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;

  -- magnet_totals: figures/contributions.ts
  if changed.magnet_totals then
    insert into magnet_totals as kept (
      account_id, magnet_id, lane, leads
    )
    select
      account_id, magnet_id, own_lane, sum(leads)::bigint as leads
    from (
      select
        f.account_id, f.magnet_id as magnet_id, -1 as leads
      from old_rows as f
    ) as contributed
    group by account_id, magnet_id
    having sum(leads) <> 0
    on conflict (account_id, magnet_id, lane) do update set
      leads = kept.leads + excluded.leads;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on magnet_requests
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_magnet_requests();
