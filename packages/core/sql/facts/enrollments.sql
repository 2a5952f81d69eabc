-- What is kept when enrollments are written, in the writer's transaction.

create or replace function figures_before_update_of_enrollments() returns trigger language plpgsql as $$
begin
  select step, variant_id
  into new.replied_step, new.replied_variant_id
  from campaign_sends
  where account_id = new.account_id and enrollment_id = new.id and status in ('sent', 'bounced')
    and sent_at <= least(new.first_reply_at, new.converted_at, new.classified_at)
  order by sent_at desc, id desc
  limit 1;
  return new;
end $$;

create or replace trigger figures_before_update before update of classified_at on enrollments
  for each row when (new.classified_at is distinct from old.classified_at)
  execute function figures_before_update_of_enrollments();

create or replace function figures_on_insert_of_enrollments() returns trigger language plpgsql
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
    count(*) > 0 as campaign_days,
    count(*) > 0 as campaign_leads,
    count(*) > 0 as step_days
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

  if changed.campaign_days
    or changed.campaign_leads
    or changed.step_days then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      replied = s.replied + told.replied,
      last_activity_at = case
          when told.came >= s.last_activity_at then told.came
          when told.came is not distinct from told.gone then s.last_activity_at
          -- They did something before, and the last of it still stands.
          when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
            then s.last_activity_at
          else last_activity(s.account_id, s.id, s.first_seen_at)
        end,
      lead_score = lead_score(
        s.requests, s.opened, s.clicked, s.replied + told.replied,
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
        sum(replied)::int as replied, max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, f.subscriber_id, (f.replied_at is not null)::int as replied,
            greatest(f.last_message_at, f.converted_at) as came, null::timestamptz as gone
          from new_rows as f
      ) as each_row
      group by account_id, subscriber_id
      having sum(replied) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- campaign_days: figures/contributions.ts
  if changed.campaign_days then
    insert into campaign_days as kept (
      account_id, campaign_id, day, lane, enrolled, replied, converted
    )
    select
      account_id, campaign_id, day, own_lane, sum(enrolled)::bigint as enrolled,
      sum(replied)::bigint as replied, sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.enrolled_at) as day, 1 as enrolled,
        0 as replied, 0 as converted
      from new_rows as f where f.enrolled_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.replied_at) as day, 0 as enrolled,
        1 as replied, 0 as converted
      from new_rows as f where f.replied_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.converted_at) as day, 0 as enrolled,
        0 as replied, 1 as converted
      from new_rows as f where f.converted_at is not null
    ) as contributed
    group by account_id, campaign_id, day
    having sum(enrolled) <> 0
      or sum(replied) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, day, lane) do update set
      enrolled = kept.enrolled + excluded.enrolled, replied = kept.replied + excluded.replied,
      converted = kept.converted + excluded.converted;
  end if;

  -- campaign_leads: figures/contributions.ts
  if changed.campaign_leads then
    insert into campaign_leads as kept (
      account_id, campaign_id, status, reply_intent, lane, enrollments, contacted, replied,
      classified, converted
    )
    select
      account_id, campaign_id, status, reply_intent, own_lane,
      sum(enrollments)::bigint as enrollments, sum(contacted)::bigint as contacted,
      sum(replied)::bigint as replied, sum(classified)::bigint as classified,
      sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.status as status,
        f.reply_intent as reply_intent, 1 as enrollments,
        (f.first_sent_at is not null or f.replied_at is not null)::int as contacted,
        (f.replied_at is not null)::int as replied,
        (f.classified_at is not null)::int as classified,
        (f.converted_at is not null)::int as converted
      from new_rows as f
    ) as contributed
    group by account_id, campaign_id, status, reply_intent
    having sum(enrollments) <> 0
      or sum(contacted) <> 0
      or sum(replied) <> 0
      or sum(classified) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, status, reply_intent, lane) do update set
      enrollments = kept.enrollments + excluded.enrollments,
      contacted = kept.contacted + excluded.contacted, replied = kept.replied + excluded.replied,
      classified = kept.classified + excluded.classified,
      converted = kept.converted + excluded.converted;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, replied
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(replied)::bigint as replied
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.replied_step as step,
        f.replied_variant_id as variant_id, ist_day(f.replied_at) as day,
        (f.replied_step is not null)::int as replied
      from new_rows as f where f.replied_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(replied) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      replied = kept.replied + excluded.replied;
  end if;
  return null;
end $$;

create or replace trigger figures_on_insert after insert on enrollments
  referencing new table as new_rows
  for each statement execute function figures_on_insert_of_enrollments();

create or replace function figures_on_update_of_enrollments() returns trigger language plpgsql
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
      (n.subscriber_id, n.replied_at, n.last_message_at, n.converted_at)
      is distinct from
      (o.subscriber_id, o.replied_at, o.last_message_at, o.converted_at)
    ), false) as engagement,
    coalesce(bool_or(
      (n.subscriber_id)
      is distinct from
      (o.subscriber_id)
    ), false) as engagement_moved,
    coalesce(bool_or(
      (n.campaign_id, n.enrolled_at, n.replied_at, n.converted_at)
      is distinct from
      (o.campaign_id, o.enrolled_at, o.replied_at, o.converted_at)
    ), false) as campaign_days,
    coalesce(bool_or(
      (n.campaign_id, n.status, n.reply_intent, n.first_sent_at, n.replied_at, n.classified_at,
        n.converted_at)
      is distinct from
      (o.campaign_id, o.status, o.reply_intent, o.first_sent_at, o.replied_at, o.classified_at,
        o.converted_at)
    ), false) as campaign_leads,
    coalesce(bool_or(
      (n.campaign_id, n.replied_step, n.replied_variant_id, n.replied_at)
      is distinct from
      (o.campaign_id, o.replied_step, o.replied_variant_id, o.replied_at)
    ), false) as step_days
  into changed
  from new_rows as n full join old_rows as o using (id, account_id);

  if pg_trigger_depth() = 1 and (changed.engagement
    or changed.engagement_moved) then
    perform from subscribers as locked
    where (locked.account_id, locked.id) in (
      select account_id, subscriber_id from new_rows
      union
      select account_id, subscriber_id from old_rows
    )
    order by locked.account_id, locked.id
    for no key update;
  end if;

  if changed.campaign_days
    or changed.campaign_leads
    or changed.step_days then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      replied = s.replied + told.replied,
      last_activity_at = case
          when told.came >= s.last_activity_at then told.came
          when told.came is not distinct from told.gone then s.last_activity_at
          -- They did something before, and the last of it still stands.
          when s.requests + s.opened + s.clicked > 0 and (told.gone is null or told.gone < s.last_activity_at)
            then s.last_activity_at
          else last_activity(s.account_id, s.id, s.first_seen_at)
        end,
      lead_score = lead_score(
        s.requests, s.opened, s.clicked, s.replied + told.replied,
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
        sum(replied)::int as replied, max(came) as came, max(gone) as gone
      from (
          select
            f.account_id, f.subscriber_id, (f.replied_at is not null)::int as replied,
            greatest(f.last_message_at, f.converted_at) as came, null::timestamptz as gone
          from new_rows as f
          union all
          select
            f.account_id, f.subscriber_id, -(f.replied_at is not null)::int as replied,
            null::timestamptz as came, greatest(f.last_message_at, f.converted_at) as gone
          from old_rows as f
      ) as each_row
      group by account_id, subscriber_id
      having sum(replied) <> 0
        or max(came) is distinct from max(gone)
    ) as told
    where s.account_id = told.account_id and s.id = told.subscriber_id;
  end if;

  -- engagement_moved: figures/engagement.ts
  if changed.engagement_moved then
    update subscribers as s set
      requests = e.requests,
      sent = e.sent,
      opened = e.opened,
      clicked = e.clicked,
      replied = e.replied,
      magnet_ids = e.magnet_ids,
      last_activity_at = e.last_activity_at,
      lead_score = lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at))
    from (
      select
          s.account_id, s.id as subscriber_id,
          coalesce(deliveries.requests, 0) as requests,
          coalesce(deliveries.sent, 0) + coalesce(campaign_sends.sent, 0) as sent,
          coalesce(deliveries.opened, 0) + coalesce(campaign_sends.opened, 0) as opened,
          coalesce(deliveries.clicked, 0) + coalesce(campaign_sends.clicked, 0) as clicked,
          coalesce(enrollments.replied, 0) as replied,
          coalesce(magnet_requests.magnet_ids, '{}') as magnet_ids,
          coalesce(
            greatest(deliveries.last_at, campaign_sends.last_at, enrollments.last_at), s.first_seen_at
          ) as last_activity_at
        from (
      select account_id, subscriber_id from new_rows
      union
      select account_id, subscriber_id from old_rows
      ) as at_hand
        join subscribers as s on s.account_id = at_hand.account_id and s.id = at_hand.subscriber_id
        cross join lateral (
          select
            count(*) as requests, count(*) filter (where f.sent_at is not null) as sent,
            count(*) filter (where f.opened_at is not null) as opened,
            count(*) filter (where f.clicked_at is not null) as clicked,
            greatest(max(f.requested_at), max(f.opened_at), max(f.clicked_at)) as last_at
          from deliveries as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as deliveries
        cross join lateral (
          select
            count(*) as sent, count(*) filter (where f.opened_at is not null) as opened,
            count(*) filter (where f.clicked_at is not null) as clicked,
            greatest(max(f.opened_at), max(f.clicked_at)) as last_at
          from enrollments as o
          join campaign_sends as f on f.account_id = o.account_id and f.enrollment_id = o.id and f.status = 'sent'
          where o.account_id = s.account_id and o.subscriber_id = s.id
        ) as campaign_sends
        cross join lateral (
          select
            count(*) filter (where f.replied_at is not null) as replied,
            greatest(max(f.last_message_at), max(f.converted_at)) as last_at
          from enrollments as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as enrollments
        cross join lateral (
          select
            array_agg(f.magnet_id order by f.magnet_id) as magnet_ids
          from magnet_requests as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as magnet_requests
    ) as e
    where s.account_id = e.account_id and s.id = e.subscriber_id
      and (s.requests, s.sent, s.opened, s.clicked, s.replied, s.magnet_ids, s.last_activity_at,
        s.lead_score)
        is distinct from
        (e.requests, e.sent, e.opened, e.clicked, e.replied, e.magnet_ids, e.last_activity_at,
        lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at)));
  end if;

  -- campaign_days: figures/contributions.ts
  if changed.campaign_days then
    insert into campaign_days as kept (
      account_id, campaign_id, day, lane, enrolled, replied, converted
    )
    select
      account_id, campaign_id, day, own_lane, sum(enrolled)::bigint as enrolled,
      sum(replied)::bigint as replied, sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.enrolled_at) as day, 1 as enrolled,
        0 as replied, 0 as converted
      from new_rows as f where f.enrolled_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.replied_at) as day, 0 as enrolled,
        1 as replied, 0 as converted
      from new_rows as f where f.replied_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.converted_at) as day, 0 as enrolled,
        0 as replied, 1 as converted
      from new_rows as f where f.converted_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.enrolled_at) as day, -1 as enrolled,
        0 as replied, 0 as converted
      from old_rows as f where f.enrolled_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.replied_at) as day, 0 as enrolled,
        -1 as replied, 0 as converted
      from old_rows as f where f.replied_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.converted_at) as day, 0 as enrolled,
        0 as replied, -1 as converted
      from old_rows as f where f.converted_at is not null
    ) as contributed
    group by account_id, campaign_id, day
    having sum(enrolled) <> 0
      or sum(replied) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, day, lane) do update set
      enrolled = kept.enrolled + excluded.enrolled, replied = kept.replied + excluded.replied,
      converted = kept.converted + excluded.converted;
  end if;

  -- campaign_leads: figures/contributions.ts
  if changed.campaign_leads then
    insert into campaign_leads as kept (
      account_id, campaign_id, status, reply_intent, lane, enrollments, contacted, replied,
      classified, converted
    )
    select
      account_id, campaign_id, status, reply_intent, own_lane,
      sum(enrollments)::bigint as enrollments, sum(contacted)::bigint as contacted,
      sum(replied)::bigint as replied, sum(classified)::bigint as classified,
      sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.status as status,
        f.reply_intent as reply_intent, 1 as enrollments,
        (f.first_sent_at is not null or f.replied_at is not null)::int as contacted,
        (f.replied_at is not null)::int as replied,
        (f.classified_at is not null)::int as classified,
        (f.converted_at is not null)::int as converted
      from new_rows as f
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.status as status,
        f.reply_intent as reply_intent, -1 as enrollments,
        -(f.first_sent_at is not null or f.replied_at is not null)::int as contacted,
        -(f.replied_at is not null)::int as replied,
        -(f.classified_at is not null)::int as classified,
        -(f.converted_at is not null)::int as converted
      from old_rows as f
    ) as contributed
    group by account_id, campaign_id, status, reply_intent
    having sum(enrollments) <> 0
      or sum(contacted) <> 0
      or sum(replied) <> 0
      or sum(classified) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, status, reply_intent, lane) do update set
      enrollments = kept.enrollments + excluded.enrollments,
      contacted = kept.contacted + excluded.contacted, replied = kept.replied + excluded.replied,
      classified = kept.classified + excluded.classified,
      converted = kept.converted + excluded.converted;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, replied
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(replied)::bigint as replied
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.replied_step as step,
        f.replied_variant_id as variant_id, ist_day(f.replied_at) as day,
        (f.replied_step is not null)::int as replied
      from new_rows as f where f.replied_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, f.replied_step as step,
        f.replied_variant_id as variant_id, ist_day(f.replied_at) as day,
        -(f.replied_step is not null)::int as replied
      from old_rows as f where f.replied_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(replied) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      replied = kept.replied + excluded.replied;
  end if;
  return null;
end $$;

create or replace trigger figures_on_update after update on enrollments
  referencing new table as new_rows old table as old_rows
  for each statement execute function figures_on_update_of_enrollments();

create or replace function figures_on_delete_of_enrollments() returns trigger language plpgsql
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
    count(*) > 0 as campaign_days,
    count(*) > 0 as campaign_leads,
    count(*) > 0 as step_days
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

  if changed.campaign_days
    or changed.campaign_leads
    or changed.step_days then
    own_lane := lane();
  end if;

  -- engagement: figures/engagement.ts
  if changed.engagement then
    update subscribers as s set
      requests = e.requests,
      sent = e.sent,
      opened = e.opened,
      clicked = e.clicked,
      replied = e.replied,
      magnet_ids = e.magnet_ids,
      last_activity_at = e.last_activity_at,
      lead_score = lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at))
    from (
      select
          s.account_id, s.id as subscriber_id,
          coalesce(deliveries.requests, 0) as requests,
          coalesce(deliveries.sent, 0) + coalesce(campaign_sends.sent, 0) as sent,
          coalesce(deliveries.opened, 0) + coalesce(campaign_sends.opened, 0) as opened,
          coalesce(deliveries.clicked, 0) + coalesce(campaign_sends.clicked, 0) as clicked,
          coalesce(enrollments.replied, 0) as replied,
          coalesce(magnet_requests.magnet_ids, '{}') as magnet_ids,
          coalesce(
            greatest(deliveries.last_at, campaign_sends.last_at, enrollments.last_at), s.first_seen_at
          ) as last_activity_at
        from (
      select account_id, subscriber_id from old_rows
      ) as at_hand
        join subscribers as s on s.account_id = at_hand.account_id and s.id = at_hand.subscriber_id
        cross join lateral (
          select
            count(*) as requests, count(*) filter (where f.sent_at is not null) as sent,
            count(*) filter (where f.opened_at is not null) as opened,
            count(*) filter (where f.clicked_at is not null) as clicked,
            greatest(max(f.requested_at), max(f.opened_at), max(f.clicked_at)) as last_at
          from deliveries as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as deliveries
        cross join lateral (
          select
            count(*) as sent, count(*) filter (where f.opened_at is not null) as opened,
            count(*) filter (where f.clicked_at is not null) as clicked,
            greatest(max(f.opened_at), max(f.clicked_at)) as last_at
          from enrollments as o
          join campaign_sends as f on f.account_id = o.account_id and f.enrollment_id = o.id and f.status = 'sent'
          where o.account_id = s.account_id and o.subscriber_id = s.id
        ) as campaign_sends
        cross join lateral (
          select
            count(*) filter (where f.replied_at is not null) as replied,
            greatest(max(f.last_message_at), max(f.converted_at)) as last_at
          from enrollments as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as enrollments
        cross join lateral (
          select
            array_agg(f.magnet_id order by f.magnet_id) as magnet_ids
          from magnet_requests as f
          where f.account_id = s.account_id and f.subscriber_id = s.id
        ) as magnet_requests
    ) as e
    where s.account_id = e.account_id and s.id = e.subscriber_id
      and (s.requests, s.sent, s.opened, s.clicked, s.replied, s.magnet_ids, s.last_activity_at,
        s.lead_score)
        is distinct from
        (e.requests, e.sent, e.opened, e.clicked, e.replied, e.magnet_ids, e.last_activity_at,
        lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at)));
  end if;

  -- campaign_days: figures/contributions.ts
  if changed.campaign_days then
    insert into campaign_days as kept (
      account_id, campaign_id, day, lane, enrolled, replied, converted
    )
    select
      account_id, campaign_id, day, own_lane, sum(enrolled)::bigint as enrolled,
      sum(replied)::bigint as replied, sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.enrolled_at) as day, -1 as enrolled,
        0 as replied, 0 as converted
      from old_rows as f where f.enrolled_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.replied_at) as day, 0 as enrolled,
        -1 as replied, 0 as converted
      from old_rows as f where f.replied_at is not null
      union all
      select
        f.account_id, f.campaign_id as campaign_id, ist_day(f.converted_at) as day, 0 as enrolled,
        0 as replied, -1 as converted
      from old_rows as f where f.converted_at is not null
    ) as contributed
    group by account_id, campaign_id, day
    having sum(enrolled) <> 0
      or sum(replied) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, day, lane) do update set
      enrolled = kept.enrolled + excluded.enrolled, replied = kept.replied + excluded.replied,
      converted = kept.converted + excluded.converted;
  end if;

  -- campaign_leads: figures/contributions.ts
  if changed.campaign_leads then
    insert into campaign_leads as kept (
      account_id, campaign_id, status, reply_intent, lane, enrollments, contacted, replied,
      classified, converted
    )
    select
      account_id, campaign_id, status, reply_intent, own_lane,
      sum(enrollments)::bigint as enrollments, sum(contacted)::bigint as contacted,
      sum(replied)::bigint as replied, sum(classified)::bigint as classified,
      sum(converted)::bigint as converted
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.status as status,
        f.reply_intent as reply_intent, -1 as enrollments,
        -(f.first_sent_at is not null or f.replied_at is not null)::int as contacted,
        -(f.replied_at is not null)::int as replied,
        -(f.classified_at is not null)::int as classified,
        -(f.converted_at is not null)::int as converted
      from old_rows as f
    ) as contributed
    group by account_id, campaign_id, status, reply_intent
    having sum(enrollments) <> 0
      or sum(contacted) <> 0
      or sum(replied) <> 0
      or sum(classified) <> 0
      or sum(converted) <> 0
    on conflict (account_id, campaign_id, status, reply_intent, lane) do update set
      enrollments = kept.enrollments + excluded.enrollments,
      contacted = kept.contacted + excluded.contacted, replied = kept.replied + excluded.replied,
      classified = kept.classified + excluded.classified,
      converted = kept.converted + excluded.converted;
  end if;

  -- step_days: figures/contributions.ts
  if changed.step_days then
    insert into step_days as kept (
      account_id, campaign_id, step, variant_id, day, lane, replied
    )
    select
      account_id, campaign_id, step, variant_id, day, own_lane, sum(replied)::bigint as replied
    from (
      select
        f.account_id, f.campaign_id as campaign_id, f.replied_step as step,
        f.replied_variant_id as variant_id, ist_day(f.replied_at) as day,
        -(f.replied_step is not null)::int as replied
      from old_rows as f where f.replied_at is not null
    ) as contributed
    group by account_id, campaign_id, step, variant_id, day
    having sum(replied) <> 0
    on conflict (account_id, campaign_id, step, variant_id, day, lane) do update set
      replied = kept.replied + excluded.replied;
  end if;
  return null;
end $$;

create or replace trigger figures_on_delete after delete on enrollments
  referencing old table as old_rows
  for each statement execute function figures_on_delete_of_enrollments();
