-- What is kept when conversions are written, in the writer's transaction.

create or replace function figures_on_insert_of_conversions() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as progress
  into changed
  from new_rows as f;

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from new_rows
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


  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      converted_at = p.converted_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.converted_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from new_rows
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(occurred_at) as converted_at
          from conversions
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, told.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, told.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.converted_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.converted_at, p.replied_step, p.replied_variant_id);
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on conversions
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_conversions();

create or replace function figures_on_update_of_conversions() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
begin
  -- Which figures this write changes.
  select
    coalesce(bool_or(
      (n.enrollment_id, n.occurred_at)
      is distinct from
      (o.enrollment_id, o.occurred_at)
    ), false) as progress
  into changed
  from new_rows as n full join old_rows as o using (enrollment_id, account_id);

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from new_rows
      union
      select account_id, enrollment_id from old_rows
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


  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      converted_at = p.converted_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.converted_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from new_rows
      union
      select account_id, enrollment_id from old_rows
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(occurred_at) as converted_at
          from conversions
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, told.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, told.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.converted_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.converted_at, p.replied_step, p.replied_variant_id);
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on conversions
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_conversions();

create or replace function figures_on_delete_of_conversions() returns trigger language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  changed record;
begin
  -- Which figures this write changes.
  select
    count(*) > 0 as progress
  into changed
  from old_rows as f;

  if changed.progress then
    perform from enrollments as locked
    where (locked.account_id, locked.id) in (
      select account_id, enrollment_id from old_rows
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


  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      converted_at = p.converted_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.converted_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
      select account_id, enrollment_id from old_rows
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(occurred_at) as converted_at
          from conversions
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, told.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, told.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.converted_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.converted_at, p.replied_step, p.replied_variant_id);
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on conversions
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_conversions();
