-- What is kept when subscribers are written, in the writer's transaction.

create or replace function figures_before_insert_of_subscribers() returns trigger language plpgsql as $$
begin
  new.requests := 0; new.sent := 0; new.opened := 0; new.clicked := 0; new.replied := 0;
  new.magnet_ids := '{}';
  new.last_activity_at := new.first_seen_at;
  new.lead_score := 0;
  return new;
end $$;

create or replace trigger figures_before_insert before insert on subscribers
  for each row execute function figures_before_insert_of_subscribers();

create or replace function figures_on_insert_of_subscribers() returns trigger language plpgsql
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
    count(*) > 0 as magnet_days,
    count(*) > 0 as audience_totals,
    count(*) > 0 as audience_tails,
    count(*) > 0 as audience_days,
    count(*) > 0 as bitmaps_by_status,
    count(*) > 0 as bitmaps_by_score,
    count(*) > 0 as bitmaps_by_day,
    count(*) > 0 as bitmaps_by_tail,
    count(*) > 0 as bitmaps_by_tag,
    count(*) > 0 as bitmaps_by_magnet,
    count(*) > 0 as search_texts
  into changed
  from new_rows as f;

  if changed.magnet_days
    or changed.audience_totals
    or changed.audience_tails
    or changed.audience_days
    or changed.bitmaps_by_status
    or changed.bitmaps_by_score
    or changed.bitmaps_by_day
    or changed.bitmaps_by_tail
    or changed.bitmaps_by_tag
    or changed.bitmaps_by_magnet then
    own_lane := lane();
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, new_subscribers, unsubscribed
    )
    select
      account_id, magnet_id, day, own_lane, sum(new_subscribers)::bigint as new_subscribers,
      sum(unsubscribed)::bigint as unsubscribed
    from (
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.first_seen_at) as day, 1 as new_subscribers, 0 as unsubscribed
      from new_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.unsubscribed_at) as day, 0 as new_subscribers, 1 as unsubscribed
      from new_rows as f where f.unsubscribed_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(new_subscribers) <> 0
      or sum(unsubscribed) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      new_subscribers = kept.new_subscribers + excluded.new_subscribers,
      unsubscribed = kept.unsubscribed + excluded.unsubscribed;
  end if;

  -- audience_totals: figures/contributions.ts
  if changed.audience_totals then
    insert into audience_totals as kept (
      account_id, status, lead_score, lane, subscribers
    )
    select
      account_id, status, lead_score, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id, f.status as status, f.lead_score as lead_score, 1 as subscribers
      from new_rows as f
    ) as contributed
    group by account_id, status, lead_score
    having sum(subscribers) <> 0
    on conflict (account_id, status, lead_score, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_tails: figures/contributions.ts
  if changed.audience_tails then
    insert into audience_tails as kept (
      account_id, tail, lane, subscribers
    )
    select
      account_id, tail, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail,
        1 as subscribers
      from new_rows as f
    ) as contributed
    group by account_id, tail
    having sum(subscribers) <> 0
    on conflict (account_id, tail, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_days: figures/contributions.ts
  if changed.audience_days then
    insert into audience_days as kept (
      account_id, day, lane, first_seen, last_active
    )
    select
      account_id, day, own_lane, sum(first_seen)::bigint as first_seen,
      sum(last_active)::bigint as last_active
    from (
      select
        f.account_id, ist_day(f.first_seen_at) as day, 1 as first_seen, 0 as last_active
      from new_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id, ist_day(f.last_activity_at) as day, 0 as first_seen, 1 as last_active
      from new_rows as f where f.last_activity_at is not null
    ) as contributed
    group by account_id, day
    having sum(first_seen) <> 0
      or sum(last_active) <> 0
    on conflict (account_id, day, lane) do update set
      first_seen = kept.first_seen + excluded.first_seen,
      last_active = kept.last_active + excluded.last_active;
  end if;

  -- bitmaps_by_status: figures/bitmaps.ts
  if changed.bitmaps_by_status then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'status' as facet,
        f.status as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_score: figures/bitmaps.ts
  if changed.bitmaps_by_score then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'score' as facet,
        f.lead_score::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'score' as facet,
        f.lead_score / 10 || '0s' as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_day: figures/bitmaps.ts
  if changed.bitmaps_by_day then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'day' as facet,
        ist_day(f.first_seen_at)::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tail: figures/bitmaps.ts
  if changed.bitmaps_by_tail then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tail' as facet,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tag: figures/bitmaps.ts
  if changed.bitmaps_by_tag then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tag' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      cross join unnest(f.tags) with ordinality as each(value, nth)
      where array_position(f.tags, each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_magnet: figures/bitmaps.ts
  if changed.bitmaps_by_magnet then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'magnet' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      cross join unnest(f.magnet_ids::text[]) with ordinality as each(value, nth)
      where array_position(f.magnet_ids::text[], each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- search_texts: figures/search-texts.ts
  if changed.search_texts then
    insert into audience_search_texts (account_id, number, head, tail)
    select
      f.account_id, f.number,
      searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1)))
        || case
          when strpos(
            searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
            searchable(f.first_name)
          ) = 0
            then E'\n' || searchable(f.first_name)
          else ''
        end
        || case
          when strpos(
            searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
            searchable(f.last_name)
          ) = 0
            then E'\n' || searchable(f.last_name)
          else ''
        end as head,
      searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail
    from new_rows as f;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on subscribers
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_subscribers();

create or replace function figures_on_update_of_subscribers() returns trigger language plpgsql
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
      (n.first_magnet_id, n.first_seen_at, n.unsubscribed_at)
      is distinct from
      (o.first_magnet_id, o.first_seen_at, o.unsubscribed_at)
    ), false) as magnet_days,
    coalesce(bool_or(
      (n.status, n.lead_score)
      is distinct from
      (o.status, o.lead_score)
    ), false) as audience_totals,
    coalesce(bool_or(
      (n.email)
      is distinct from
      (o.email)
    ), false) as audience_tails,
    coalesce(bool_or(
      (n.first_seen_at, n.last_activity_at)
      is distinct from
      (o.first_seen_at, o.last_activity_at)
    ), false) as audience_days,
    coalesce(bool_or(
      (n.status, n.number)
      is distinct from
      (o.status, o.number)
    ), false) as bitmaps_by_status,
    coalesce(bool_or(
      (n.lead_score, n.number)
      is distinct from
      (o.lead_score, o.number)
    ), false) as bitmaps_by_score,
    coalesce(bool_or(
      (n.first_seen_at, n.number)
      is distinct from
      (o.first_seen_at, o.number)
    ), false) as bitmaps_by_day,
    coalesce(bool_or(
      (n.email, n.number)
      is distinct from
      (o.email, o.number)
    ), false) as bitmaps_by_tail,
    coalesce(bool_or(
      (n.tags, n.number)
      is distinct from
      (o.tags, o.number)
    ), false) as bitmaps_by_tag,
    coalesce(bool_or(
      (n.magnet_ids, n.number)
      is distinct from
      (o.magnet_ids, o.number)
    ), false) as bitmaps_by_magnet,
    coalesce(bool_or(
      (n.email, n.first_name, n.last_name, n.number)
      is distinct from
      (o.email, o.first_name, o.last_name, o.number)
    ), false) as search_texts
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

  if changed.magnet_days
    or changed.audience_totals
    or changed.audience_tails
    or changed.audience_days
    or changed.bitmaps_by_status
    or changed.bitmaps_by_score
    or changed.bitmaps_by_day
    or changed.bitmaps_by_tail
    or changed.bitmaps_by_tag
    or changed.bitmaps_by_magnet then
    own_lane := lane();
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, new_subscribers, unsubscribed
    )
    select
      account_id, magnet_id, day, own_lane, sum(new_subscribers)::bigint as new_subscribers,
      sum(unsubscribed)::bigint as unsubscribed
    from (
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.first_seen_at) as day, 1 as new_subscribers, 0 as unsubscribed
      from new_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.unsubscribed_at) as day, 0 as new_subscribers, 1 as unsubscribed
      from new_rows as f where f.unsubscribed_at is not null
      union all
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.first_seen_at) as day, -1 as new_subscribers, 0 as unsubscribed
      from old_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.unsubscribed_at) as day, 0 as new_subscribers, -1 as unsubscribed
      from old_rows as f where f.unsubscribed_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(new_subscribers) <> 0
      or sum(unsubscribed) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      new_subscribers = kept.new_subscribers + excluded.new_subscribers,
      unsubscribed = kept.unsubscribed + excluded.unsubscribed;
  end if;

  -- audience_totals: figures/contributions.ts
  if changed.audience_totals then
    insert into audience_totals as kept (
      account_id, status, lead_score, lane, subscribers
    )
    select
      account_id, status, lead_score, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id, f.status as status, f.lead_score as lead_score, 1 as subscribers
      from new_rows as f
      union all
      select
        f.account_id, f.status as status, f.lead_score as lead_score, -1 as subscribers
      from old_rows as f
    ) as contributed
    group by account_id, status, lead_score
    having sum(subscribers) <> 0
    on conflict (account_id, status, lead_score, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_tails: figures/contributions.ts
  if changed.audience_tails then
    insert into audience_tails as kept (
      account_id, tail, lane, subscribers
    )
    select
      account_id, tail, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail,
        1 as subscribers
      from new_rows as f
      union all
      select
        f.account_id,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail,
        -1 as subscribers
      from old_rows as f
    ) as contributed
    group by account_id, tail
    having sum(subscribers) <> 0
    on conflict (account_id, tail, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_days: figures/contributions.ts
  if changed.audience_days then
    insert into audience_days as kept (
      account_id, day, lane, first_seen, last_active
    )
    select
      account_id, day, own_lane, sum(first_seen)::bigint as first_seen,
      sum(last_active)::bigint as last_active
    from (
      select
        f.account_id, ist_day(f.first_seen_at) as day, 1 as first_seen, 0 as last_active
      from new_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id, ist_day(f.last_activity_at) as day, 0 as first_seen, 1 as last_active
      from new_rows as f where f.last_activity_at is not null
      union all
      select
        f.account_id, ist_day(f.first_seen_at) as day, -1 as first_seen, 0 as last_active
      from old_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id, ist_day(f.last_activity_at) as day, 0 as first_seen, -1 as last_active
      from old_rows as f where f.last_activity_at is not null
    ) as contributed
    group by account_id, day
    having sum(first_seen) <> 0
      or sum(last_active) <> 0
    on conflict (account_id, day, lane) do update set
      first_seen = kept.first_seen + excluded.first_seen,
      last_active = kept.last_active + excluded.last_active;
  end if;

  -- bitmaps_by_status: figures/bitmaps.ts
  if changed.bitmaps_by_status then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'status' as facet,
        f.status as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'status' as facet,
        f.status as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_score: figures/bitmaps.ts
  if changed.bitmaps_by_score then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'score' as facet,
        f.lead_score::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'score' as facet,
        f.lead_score / 10 || '0s' as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'score' as facet,
        f.lead_score::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      union all
      select
        f.account_id, 'score' as facet,
        f.lead_score / 10 || '0s' as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_day: figures/bitmaps.ts
  if changed.bitmaps_by_day then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'day' as facet,
        ist_day(f.first_seen_at)::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'day' as facet,
        ist_day(f.first_seen_at)::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tail: figures/bitmaps.ts
  if changed.bitmaps_by_tail then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tail' as facet,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      union all
      select
        f.account_id, 'tail' as facet,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tag: figures/bitmaps.ts
  if changed.bitmaps_by_tag then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tag' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      cross join unnest(f.tags) with ordinality as each(value, nth)
      where array_position(f.tags, each.value) = each.nth
      union all
      select
        f.account_id, 'tag' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      cross join unnest(f.tags) with ordinality as each(value, nth)
      where array_position(f.tags, each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_magnet: figures/bitmaps.ts
  if changed.bitmaps_by_magnet then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'magnet' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from new_rows as f
      cross join unnest(f.magnet_ids::text[]) with ordinality as each(value, nth)
      where array_position(f.magnet_ids::text[], each.value) = each.nth
      union all
      select
        f.account_id, 'magnet' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      cross join unnest(f.magnet_ids::text[]) with ordinality as each(value, nth)
      where array_position(f.magnet_ids::text[], each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- search_texts: figures/search-texts.ts
  if changed.search_texts then
    insert into audience_search_texts (account_id, number, head, tail)
    select
      f.account_id, f.number,
      searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1)))
        || case
          when strpos(
            searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
            searchable(f.first_name)
          ) = 0
            then E'\n' || searchable(f.first_name)
          else ''
        end
        || case
          when strpos(
            searchable(substr(f.email, 1, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))),
            searchable(f.last_name)
          ) = 0
            then E'\n' || searchable(f.last_name)
          else ''
        end as head,
      searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail
    from new_rows as f
      join old_rows as o using (account_id, id)
      where (f.email, f.first_name, f.last_name) is distinct from (o.email, o.first_name, o.last_name)
      on conflict (account_id, number) do update set head = excluded.head, tail = excluded.tail;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on subscribers
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_subscribers();

create or replace function figures_on_delete_of_subscribers() returns trigger language plpgsql
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
    count(*) > 0 as magnet_days,
    count(*) > 0 as audience_totals,
    count(*) > 0 as audience_tails,
    count(*) > 0 as audience_days,
    count(*) > 0 as bitmaps_by_status,
    count(*) > 0 as bitmaps_by_score,
    count(*) > 0 as bitmaps_by_day,
    count(*) > 0 as bitmaps_by_tail,
    count(*) > 0 as bitmaps_by_tag,
    count(*) > 0 as bitmaps_by_magnet,
    count(*) > 0 as search_texts
  into changed
  from old_rows as f;

  if changed.magnet_days
    or changed.audience_totals
    or changed.audience_tails
    or changed.audience_days
    or changed.bitmaps_by_status
    or changed.bitmaps_by_score
    or changed.bitmaps_by_day
    or changed.bitmaps_by_tail
    or changed.bitmaps_by_tag
    or changed.bitmaps_by_magnet then
    own_lane := lane();
  end if;

  -- magnet_days: figures/contributions.ts
  if changed.magnet_days then
    insert into magnet_days as kept (
      account_id, magnet_id, day, lane, new_subscribers, unsubscribed
    )
    select
      account_id, magnet_id, day, own_lane, sum(new_subscribers)::bigint as new_subscribers,
      sum(unsubscribed)::bigint as unsubscribed
    from (
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.first_seen_at) as day, -1 as new_subscribers, 0 as unsubscribed
      from old_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id,
        coalesce(f.first_magnet_id, '00000000-0000-0000-0000-000000000000') as magnet_id,
        ist_day(f.unsubscribed_at) as day, 0 as new_subscribers, -1 as unsubscribed
      from old_rows as f where f.unsubscribed_at is not null
    ) as contributed
    group by account_id, magnet_id, day
    having sum(new_subscribers) <> 0
      or sum(unsubscribed) <> 0
    on conflict (account_id, magnet_id, day, lane) do update set
      new_subscribers = kept.new_subscribers + excluded.new_subscribers,
      unsubscribed = kept.unsubscribed + excluded.unsubscribed;
  end if;

  -- audience_totals: figures/contributions.ts
  if changed.audience_totals then
    insert into audience_totals as kept (
      account_id, status, lead_score, lane, subscribers
    )
    select
      account_id, status, lead_score, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id, f.status as status, f.lead_score as lead_score, -1 as subscribers
      from old_rows as f
    ) as contributed
    group by account_id, status, lead_score
    having sum(subscribers) <> 0
    on conflict (account_id, status, lead_score, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_tails: figures/contributions.ts
  if changed.audience_tails then
    insert into audience_tails as kept (
      account_id, tail, lane, subscribers
    )
    select
      account_id, tail, own_lane, sum(subscribers)::bigint as subscribers
    from (
      select
        f.account_id,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as tail,
        -1 as subscribers
      from old_rows as f
    ) as contributed
    group by account_id, tail
    having sum(subscribers) <> 0
    on conflict (account_id, tail, lane) do update set
      subscribers = kept.subscribers + excluded.subscribers;
  end if;

  -- audience_days: figures/contributions.ts
  if changed.audience_days then
    insert into audience_days as kept (
      account_id, day, lane, first_seen, last_active
    )
    select
      account_id, day, own_lane, sum(first_seen)::bigint as first_seen,
      sum(last_active)::bigint as last_active
    from (
      select
        f.account_id, ist_day(f.first_seen_at) as day, -1 as first_seen, 0 as last_active
      from old_rows as f where f.first_seen_at is not null
      union all
      select
        f.account_id, ist_day(f.last_activity_at) as day, 0 as first_seen, -1 as last_active
      from old_rows as f where f.last_activity_at is not null
    ) as contributed
    group by account_id, day
    having sum(first_seen) <> 0
      or sum(last_active) <> 0
    on conflict (account_id, day, lane) do update set
      first_seen = kept.first_seen + excluded.first_seen,
      last_active = kept.last_active + excluded.last_active;
  end if;

  -- bitmaps_by_status: figures/bitmaps.ts
  if changed.bitmaps_by_status then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'status' as facet,
        f.status as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_score: figures/bitmaps.ts
  if changed.bitmaps_by_score then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'score' as facet,
        f.lead_score::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      union all
      select
        f.account_id, 'score' as facet,
        f.lead_score / 10 || '0s' as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_day: figures/bitmaps.ts
  if changed.bitmaps_by_day then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'day' as facet,
        ist_day(f.first_seen_at)::text as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tail: figures/bitmaps.ts
  if changed.bitmaps_by_tail then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tail' as facet,
        searchable(substr(f.email, greatest(strpos(translate(f.email, '+', '@'), '@'), 1))) as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_tag: figures/bitmaps.ts
  if changed.bitmaps_by_tag then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'tag' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      cross join unnest(f.tags) with ordinality as each(value, nth)
      where array_position(f.tags, each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- bitmaps_by_magnet: figures/bitmaps.ts
  if changed.bitmaps_by_magnet then
    insert into audience_bitmaps as kept (account_id, facet, value, block, lane, bits)
    select account_id, facet, value, block, own_lane, bit_xor(set_bit(0::bit(4096), place, 1)) as bits
    from (
      select
        f.account_id, 'magnet' as facet,
        each.value as value,
        f.number >> 12 as block, f.number & 4095 as place
      from old_rows as f
      cross join unnest(f.magnet_ids::text[]) with ordinality as each(value, nth)
      where array_position(f.magnet_ids::text[], each.value) = each.nth
    ) as placed
    group by account_id, facet, value, block
    having bit_xor(set_bit(0::bit(4096), place, 1)) <> 0::bit(4096)
    on conflict (account_id, facet, value, block, lane) do update set bits = kept.bits # excluded.bits;
  end if;

  -- search_texts: figures/search-texts.ts
  if changed.search_texts then
    delete from audience_search_texts as t using old_rows as o
      where t.account_id = o.account_id and t.number = o.number;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on subscribers
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_subscribers();
