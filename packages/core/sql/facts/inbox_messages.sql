-- What is kept when inbox_messages are written, in the writer's transaction.

create or replace function figures_on_insert_of_inbox_messages() returns trigger language plpgsql
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
    coalesce(bool_or(f.enrollment_id is not null), false) as progress,
    count(*) > 0 as inbox_totals
  into changed
  from new_rows as f;

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from new_rows where enrollment_id is not null
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.progress then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select e.account_id, e.subscriber_id
      from new_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.inbox_totals then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_reply_at = p.first_reply_at,
      last_message_at = p.last_message_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_reply_at, told.last_message_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from new_rows where enrollment_id is not null
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(received_at) filter (where body ~ '\S') as first_reply_at,
            max(received_at) as last_message_at
          from inbox_messages
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(told.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(told.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_reply_at, e.last_message_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_reply_at, p.last_message_at, p.replied_step, p.replied_variant_id);
  end if;

  -- inbox_totals: figures/contributions.ts
  if changed.inbox_totals then
    insert into inbox_totals as kept (
      account_id, campaign_id, lane, messages
    )
    select
      account_id, campaign_id, own_lane, sum(messages)::bigint as messages
    from (
      select
        f.account_id,
        coalesce(f.campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id,
        1 as messages
      from new_rows as f
    ) as contributed
    group by account_id, campaign_id
    having sum(messages) <> 0
    on conflict (account_id, campaign_id, lane) do update set
      messages = kept.messages + excluded.messages;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on inbox_messages
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_inbox_messages();

create or replace function figures_on_update_of_inbox_messages() returns trigger language plpgsql
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
      (n.enrollment_id, n.body, n.received_at)
      is distinct from
      (o.enrollment_id, o.body, o.received_at)
      and (n.enrollment_id is not null or o.enrollment_id is not null)
    ), false) as progress,
    coalesce(bool_or(
      (n.campaign_id)
      is distinct from
      (o.campaign_id)
    ), false) as inbox_totals
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from new_rows where enrollment_id is not null
      union
      select account_id, enrollment_id from old_rows where enrollment_id is not null
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.progress then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select e.account_id, e.subscriber_id
      from new_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
      union
      select e.account_id, e.subscriber_id
      from old_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.inbox_totals then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_reply_at = p.first_reply_at,
      last_message_at = p.last_message_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_reply_at, told.last_message_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from new_rows where enrollment_id is not null
      union
      select account_id, enrollment_id from old_rows where enrollment_id is not null
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(received_at) filter (where body ~ '\S') as first_reply_at,
            max(received_at) as last_message_at
          from inbox_messages
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(told.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(told.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_reply_at, e.last_message_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_reply_at, p.last_message_at, p.replied_step, p.replied_variant_id);
  end if;

  -- inbox_totals: figures/contributions.ts
  if changed.inbox_totals then
    insert into inbox_totals as kept (
      account_id, campaign_id, lane, messages
    )
    select
      account_id, campaign_id, own_lane, sum(messages)::bigint as messages
    from (
      select
        f.account_id,
        coalesce(f.campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id,
        1 as messages
      from new_rows as f
      union all
      select
        f.account_id,
        coalesce(f.campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id,
        -1 as messages
      from old_rows as f
    ) as contributed
    group by account_id, campaign_id
    having sum(messages) <> 0
    on conflict (account_id, campaign_id, lane) do update set
      messages = kept.messages + excluded.messages;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on inbox_messages
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_inbox_messages();

create or replace function figures_on_delete_of_inbox_messages() returns trigger language plpgsql
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
    coalesce(bool_or(f.enrollment_id is not null), false) as progress,
    count(*) > 0 as inbox_totals
  into changed
  from old_rows as f;

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from old_rows where enrollment_id is not null
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.progress then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select e.account_id, e.subscriber_id
      from old_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.inbox_totals then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_reply_at = p.first_reply_at,
      last_message_at = p.last_message_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_reply_at, told.last_message_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from old_rows where enrollment_id is not null
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(received_at) filter (where body ~ '\S') as first_reply_at,
            max(received_at) as last_message_at
          from inbox_messages
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(told.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(told.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_reply_at, e.last_message_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_reply_at, p.last_message_at, p.replied_step, p.replied_variant_id);
  end if;

  -- inbox_totals: figures/contributions.ts
  if changed.inbox_totals then
    insert into inbox_totals as kept (
      account_id, campaign_id, lane, messages
    )
    select
      account_id, campaign_id, own_lane, sum(messages)::bigint as messages
    from (
      select
        f.account_id,
        coalesce(f.campaign_id, '00000000-0000-0000-0000-000000000000') as campaign_id,
        -1 as messages
      from old_rows as f
    ) as contributed
    group by account_id, campaign_id
    having sum(messages) <> 0
    on conflict (account_id, campaign_id, lane) do update set
      messages = kept.messages + excluded.messages;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on inbox_messages
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_inbox_messages();
