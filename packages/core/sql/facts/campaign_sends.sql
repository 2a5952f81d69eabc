-- What is kept when campaign_sends are written, in the writer's transaction.

create or replace function figures_on_insert_of_campaign_sends() returns trigger language plpgsql
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
    coalesce(bool_or(f.sent_at is not null), false) as progress,
    coalesce(bool_or(f.status = 'sent'), false) as engagement,
    count(*) > 0 as step_days,
    count(*) > 0 as email_account_days
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

  if changed.progress
    or changed.engagement then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select e.account_id, e.subscriber_id
      from new_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.step_days
    or changed.email_account_days then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_sent_at = p.first_sent_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_sent_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
        select distinct k.account_id, k.id as enrollment_id
        from (
          select
            f.account_id, f.enrollment_id,
            case when f.status = 'sent' then f.sent_at end as came,
            null::timestamptz as gone
          from new_rows as f
          where f.sent_at is not null
        ) as sent
        join enrollments as k on k.account_id = sent.account_id and k.id = sent.enrollment_id
        where k.replied_at is not null or sent.gone = k.first_sent_at
          or sent.came is not null and (k.first_sent_at is null or sent.came < k.first_sent_at)
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(sent_at) filter (where status = 'sent') as first_sent_at
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_sent_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_sent_at, p.replied_step, p.replied_variant_id);
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
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
        s.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
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
        sum(sent)::int as sent, sum(opened)::int as opened, sum(clicked)::int as clicked,
        max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, o.subscriber_id, 1 as sent, (f.opened_at is not null)::int as opened,
            (f.clicked_at is not null)::int as clicked, greatest(f.opened_at, f.clicked_at) as came,
            null::timestamptz as gone
          from new_rows as f
          join enrollments as o on o.account_id = f.account_id and o.id = f.enrollment_id
          where f.status = 'sent'
      ) as each_row
      group by account_id, subscriber_id
      having sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, queued, failed, cancelled, sent,
      sent_opened, sent_clicked, opened, clicked, bounced
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(queued)::bigint as queued,
      sum(failed)::bigint as failed, sum(cancelled)::bigint as cancelled, sum(sent)::bigint as sent,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked,
      sum(opened)::bigint as opened, sum(clicked)::bigint as clicked,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.queued_at) as day, (f.status = 'queued')::int as queued,
        (f.status = 'failed')::int as failed, (f.status = 'cancelled')::int as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 0 as bounced
      from new_rows as f where f.queued_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.sent_at) as day, 0 as queued, 0 as failed, 0 as cancelled,
        (f.status = 'sent')::int as sent,
        (f.status = 'sent' and f.opened_at is not null)::int as sent_opened,
        (f.status = 'sent' and f.clicked_at is not null)::int as sent_clicked, 0 as opened,
        0 as clicked, 0 as bounced
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.opened_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, (f.status = 'sent')::int as opened, 0 as clicked,
        0 as bounced
      from new_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.clicked_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, (f.status = 'sent')::int as clicked,
        0 as bounced
      from new_rows as f where f.clicked_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.bounced_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 1 as bounced
      from new_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(queued) <> 0
      or sum(failed) <> 0
      or sum(cancelled) <> 0
      or sum(sent) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      queued = kept.queued + excluded.queued, failed = kept.failed + excluded.failed,
      cancelled = kept.cancelled + excluded.cancelled, sent = kept.sent + excluded.sent,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked,
      bounced = kept.bounced + excluded.bounced;
  end if;

  -- email_account_days: figures/contributions.ts
  if changed.email_account_days then
    insert into email_account_days as kept (
      account_id, email_account_id, day, lane, sent, bounced
    )
    select
      account_id, email_account_id, day, own_lane, sum(sent)::bigint as sent,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.sent_at) as day, (f.status = 'sent')::int as sent, 0 as bounced
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.bounced_at) as day, 0 as sent, 1 as bounced
      from new_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, email_account_id, day
    having sum(sent) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, email_account_id, day, lane) do update set
      sent = kept.sent + excluded.sent, bounced = kept.bounced + excluded.bounced;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on campaign_sends
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_campaign_sends();

create or replace function figures_on_update_of_campaign_sends() returns trigger language plpgsql
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
      (n.enrollment_id, n.step, n.variant_id, n.status, n.sent_at)
      is distinct from
      (o.enrollment_id, o.step, o.variant_id, o.status, o.sent_at)
      and (n.sent_at is not null or o.sent_at is not null)
    ), false) as progress,
    coalesce(bool_or(
      (n.enrollment_id, n.opened_at, n.clicked_at, n.status)
      is distinct from
      (o.enrollment_id, o.opened_at, o.clicked_at, o.status)
      and (n.status = 'sent' or o.status = 'sent')
    ), false) as engagement,
    coalesce(bool_or(
      (n.campaign_id, n.step, n.variant_id, n.queued_at, n.sent_at, n.opened_at, n.clicked_at,
        n.bounced_at, n.status)
      is distinct from
      (o.campaign_id, o.step, o.variant_id, o.queued_at, o.sent_at, o.opened_at, o.clicked_at,
        o.bounced_at, o.status)
    ), false) as step_days,
    coalesce(bool_or(
      (n.email_account_id, n.sent_at, n.bounced_at, n.status)
      is distinct from
      (o.email_account_id, o.sent_at, o.bounced_at, o.status)
    ), false) as email_account_days
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

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

  if changed.progress
    or changed.engagement then
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

  if changed.step_days
    or changed.email_account_days then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_sent_at = p.first_sent_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_sent_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
        select distinct k.account_id, k.id as enrollment_id
        from (
          select
            f.account_id, f.enrollment_id,
            case when f.status = 'sent' then f.sent_at end as came,
            null::timestamptz as gone
          from new_rows as f
          where f.sent_at is not null
          union all
          select
            f.account_id, f.enrollment_id,
            null::timestamptz as came,
            case when f.status = 'sent' then f.sent_at end as gone
          from old_rows as f
          where f.sent_at is not null
        ) as sent
        join enrollments as k on k.account_id = sent.account_id and k.id = sent.enrollment_id
        where k.replied_at is not null or sent.gone = k.first_sent_at
          or sent.came is not null and (k.first_sent_at is null or sent.came < k.first_sent_at)
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(sent_at) filter (where status = 'sent') as first_sent_at
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_sent_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_sent_at, p.replied_step, p.replied_variant_id);
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
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
        s.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
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
        sum(sent)::int as sent, sum(opened)::int as opened, sum(clicked)::int as clicked,
        max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, o.subscriber_id, 1 as sent, (f.opened_at is not null)::int as opened,
            (f.clicked_at is not null)::int as clicked, greatest(f.opened_at, f.clicked_at) as came,
            null::timestamptz as gone
          from new_rows as f
          join enrollments as o on o.account_id = f.account_id and o.id = f.enrollment_id
          where f.status = 'sent'
          union all
          select
            f.account_id, o.subscriber_id, -1 as sent, -(f.opened_at is not null)::int as opened,
            -(f.clicked_at is not null)::int as clicked, null::timestamptz as came,
            greatest(f.opened_at, f.clicked_at) as gone
          from old_rows as f
          join enrollments as o on o.account_id = f.account_id and o.id = f.enrollment_id
          where f.status = 'sent'
      ) as each_row
      group by account_id, subscriber_id
      having sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, queued, failed, cancelled, sent,
      sent_opened, sent_clicked, opened, clicked, bounced
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(queued)::bigint as queued,
      sum(failed)::bigint as failed, sum(cancelled)::bigint as cancelled, sum(sent)::bigint as sent,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked,
      sum(opened)::bigint as opened, sum(clicked)::bigint as clicked,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.queued_at) as day, (f.status = 'queued')::int as queued,
        (f.status = 'failed')::int as failed, (f.status = 'cancelled')::int as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 0 as bounced
      from new_rows as f where f.queued_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.sent_at) as day, 0 as queued, 0 as failed, 0 as cancelled,
        (f.status = 'sent')::int as sent,
        (f.status = 'sent' and f.opened_at is not null)::int as sent_opened,
        (f.status = 'sent' and f.clicked_at is not null)::int as sent_clicked, 0 as opened,
        0 as clicked, 0 as bounced
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.opened_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, (f.status = 'sent')::int as opened, 0 as clicked,
        0 as bounced
      from new_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.clicked_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, (f.status = 'sent')::int as clicked,
        0 as bounced
      from new_rows as f where f.clicked_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.bounced_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 1 as bounced
      from new_rows as f where f.bounced_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.queued_at) as day, -(f.status = 'queued')::int as queued,
        -(f.status = 'failed')::int as failed, -(f.status = 'cancelled')::int as cancelled,
        0 as sent, 0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 0 as bounced
      from old_rows as f where f.queued_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.sent_at) as day, 0 as queued, 0 as failed, 0 as cancelled,
        -(f.status = 'sent')::int as sent,
        -(f.status = 'sent' and f.opened_at is not null)::int as sent_opened,
        -(f.status = 'sent' and f.clicked_at is not null)::int as sent_clicked, 0 as opened,
        0 as clicked, 0 as bounced
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.opened_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, -(f.status = 'sent')::int as opened, 0 as clicked,
        0 as bounced
      from old_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.clicked_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, -(f.status = 'sent')::int as clicked,
        0 as bounced
      from old_rows as f where f.clicked_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.bounced_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, -1 as bounced
      from old_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(queued) <> 0
      or sum(failed) <> 0
      or sum(cancelled) <> 0
      or sum(sent) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      queued = kept.queued + excluded.queued, failed = kept.failed + excluded.failed,
      cancelled = kept.cancelled + excluded.cancelled, sent = kept.sent + excluded.sent,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked,
      bounced = kept.bounced + excluded.bounced;
  end if;

  -- email_account_days: figures/contributions.ts
  if changed.email_account_days then
    insert into email_account_days as kept (
      account_id, email_account_id, day, lane, sent, bounced
    )
    select
      account_id, email_account_id, day, own_lane, sum(sent)::bigint as sent,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.sent_at) as day, (f.status = 'sent')::int as sent, 0 as bounced
      from new_rows as f where f.sent_at is not null
      union all
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.bounced_at) as day, 0 as sent, 1 as bounced
      from new_rows as f where f.bounced_at is not null
      union all
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.sent_at) as day, -(f.status = 'sent')::int as sent, 0 as bounced
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.bounced_at) as day, 0 as sent, -1 as bounced
      from old_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, email_account_id, day
    having sum(sent) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, email_account_id, day, lane) do update set
      sent = kept.sent + excluded.sent, bounced = kept.bounced + excluded.bounced;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on campaign_sends
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_campaign_sends();

create or replace function figures_on_delete_of_campaign_sends() returns trigger language plpgsql
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
    coalesce(bool_or(f.sent_at is not null), false) as progress,
    coalesce(bool_or(f.status = 'sent'), false) as engagement,
    count(*) > 0 as step_days,
    count(*) > 0 as email_account_days
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

  if changed.progress
    or changed.engagement then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select e.account_id, e.subscriber_id
      from old_rows as f
      join enrollments as e on e.account_id = f.account_id and e.id = f.enrollment_id
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.step_days
    or changed.email_account_days then
    own_lane := lane();
  end if;

  -- progress: figures/progress.ts
  if changed.progress then
    update enrollments as e set
      first_sent_at = p.first_sent_at,
      replied_step = p.replied_step,
      replied_variant_id = p.replied_variant_id
    from (
      select
          k.account_id, k.id as enrollment_id, told.first_sent_at,
          answered.step as replied_step, answered.variant_id as replied_variant_id
        from (
        select distinct k.account_id, k.id as enrollment_id
        from (
          select
            f.account_id, f.enrollment_id,
            null::timestamptz as came,
            case when f.status = 'sent' then f.sent_at end as gone
          from old_rows as f
          where f.sent_at is not null
        ) as sent
        join enrollments as k on k.account_id = sent.account_id and k.id = sent.enrollment_id
        where k.replied_at is not null or sent.gone = k.first_sent_at
          or sent.came is not null and (k.first_sent_at is null or sent.came < k.first_sent_at)
      ) as at_hand
        join enrollments as k on k.account_id = at_hand.account_id and k.id = at_hand.enrollment_id
        cross join lateral (
          select
            min(sent_at) filter (where status = 'sent') as first_sent_at
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id
        ) as told
        left join lateral (
          select step, variant_id
          from campaign_sends
          where account_id = k.account_id and enrollment_id = k.id and status in ('sent', 'bounced')
            and least(k.first_reply_at, k.converted_at, k.classified_at) is not null
            and sent_at <= least(k.first_reply_at, k.converted_at, k.classified_at)
          order by sent_at desc, id desc
          limit 1
        ) as answered on true
    ) as p
    where e.account_id = p.account_id and e.id = p.enrollment_id
      and (e.first_sent_at, e.replied_step, e.replied_variant_id)
        is distinct from
        (p.first_sent_at, p.replied_step, p.replied_variant_id);
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
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
        s.requests, s.opened + told.opened, s.clicked + told.clicked, s.replied,
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
        sum(sent)::int as sent, sum(opened)::int as opened, sum(clicked)::int as clicked,
        max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, o.subscriber_id, -1 as sent, -(f.opened_at is not null)::int as opened,
            -(f.clicked_at is not null)::int as clicked, null::timestamptz as came,
            greatest(f.opened_at, f.clicked_at) as gone
          from old_rows as f
          join enrollments as o on o.account_id = f.account_id and o.id = f.enrollment_id
          where f.status = 'sent'
      ) as each_row
      group by account_id, subscriber_id
      having sum(sent) <> 0
        or sum(opened) <> 0
        or sum(clicked) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, queued, failed, cancelled, sent,
      sent_opened, sent_clicked, opened, clicked, bounced
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(queued)::bigint as queued,
      sum(failed)::bigint as failed, sum(cancelled)::bigint as cancelled, sum(sent)::bigint as sent,
      sum(sent_opened)::bigint as sent_opened, sum(sent_clicked)::bigint as sent_clicked,
      sum(opened)::bigint as opened, sum(clicked)::bigint as clicked,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.queued_at) as day, -(f.status = 'queued')::int as queued,
        -(f.status = 'failed')::int as failed, -(f.status = 'cancelled')::int as cancelled,
        0 as sent, 0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, 0 as bounced
      from old_rows as f where f.queued_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.sent_at) as day, 0 as queued, 0 as failed, 0 as cancelled,
        -(f.status = 'sent')::int as sent,
        -(f.status = 'sent' and f.opened_at is not null)::int as sent_opened,
        -(f.status = 'sent' and f.clicked_at is not null)::int as sent_clicked, 0 as opened,
        0 as clicked, 0 as bounced
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.opened_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, -(f.status = 'sent')::int as opened, 0 as clicked,
        0 as bounced
      from old_rows as f where f.opened_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.clicked_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, -(f.status = 'sent')::int as clicked,
        0 as bounced
      from old_rows as f where f.clicked_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.step as step, f.variant_id as variant_id,
        ist_day(f.bounced_at) as day, 0 as queued, 0 as failed, 0 as cancelled, 0 as sent,
        0 as sent_opened, 0 as sent_clicked, 0 as opened, 0 as clicked, -1 as bounced
      from old_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(queued) <> 0
      or sum(failed) <> 0
      or sum(cancelled) <> 0
      or sum(sent) <> 0
      or sum(sent_opened) <> 0
      or sum(sent_clicked) <> 0
      or sum(opened) <> 0
      or sum(clicked) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      queued = kept.queued + excluded.queued, failed = kept.failed + excluded.failed,
      cancelled = kept.cancelled + excluded.cancelled, sent = kept.sent + excluded.sent,
      sent_opened = kept.sent_opened + excluded.sent_opened,
      sent_clicked = kept.sent_clicked + excluded.sent_clicked,
      opened = kept.opened + excluded.opened, clicked = kept.clicked + excluded.clicked,
      bounced = kept.bounced + excluded.bounced;
  end if;

  -- email_account_days: figures/contributions.ts
  if changed.email_account_days then
    insert into email_account_days as kept (
      account_id, email_account_id, day, lane, sent, bounced
    )
    select
      account_id, email_account_id, day, own_lane, sum(sent)::bigint as sent,
      sum(bounced)::bigint as bounced
    from (
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.sent_at) as day, -(f.status = 'sent')::int as sent, 0 as bounced
      from old_rows as f where f.sent_at is not null
      union all
      select
        f.account_id,
        coalesce(f.email_account_id, '00000000-0000-0000-0000-000000000000') as email_account_id,
        ist_day(f.bounced_at) as day, 0 as sent, -1 as bounced
      from old_rows as f where f.bounced_at is not null
    ) as contributed
    group by account_id, email_account_id, day
    having sum(sent) <> 0
      or sum(bounced) <> 0
    on conflict (account_id, email_account_id, day, lane) do update set
      sent = kept.sent + excluded.sent, bounced = kept.bounced + excluded.bounced;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on campaign_sends
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_campaign_sends();
