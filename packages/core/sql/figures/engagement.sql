-- Brought up to the facts.

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
    from subscribers as s
    left join (
      select
        f.account_id, f.subscriber_id,
        count(*) as requests, count(*) filter (where f.sent_at is not null) as sent,
        count(*) filter (where f.opened_at is not null) as opened,
        count(*) filter (where f.clicked_at is not null) as clicked,
        greatest(max(f.requested_at), max(f.opened_at), max(f.clicked_at)) as last_at
      from deliveries as f
      group by f.account_id, f.subscriber_id
    ) as deliveries on deliveries.account_id = s.account_id and deliveries.subscriber_id = s.id
    left join (
      select
        o.account_id, o.subscriber_id,
        count(*) as sent, count(*) filter (where f.opened_at is not null) as opened,
        count(*) filter (where f.clicked_at is not null) as clicked,
        greatest(max(f.opened_at), max(f.clicked_at)) as last_at
      from enrollments as o
      join campaign_sends as f on f.account_id = o.account_id and f.enrollment_id = o.id and f.status = 'sent'
      group by o.account_id, o.subscriber_id
    ) as campaign_sends on campaign_sends.account_id = s.account_id and campaign_sends.subscriber_id = s.id
    left join (
      select
        f.account_id, f.subscriber_id,
        count(*) filter (where f.replied_at is not null) as replied,
        greatest(max(f.last_message_at), max(f.converted_at)) as last_at
      from enrollments as f
      group by f.account_id, f.subscriber_id
    ) as enrollments on enrollments.account_id = s.account_id and enrollments.subscriber_id = s.id
    left join (
      select
        f.account_id, f.subscriber_id,
        array_agg(f.magnet_id order by f.magnet_id) as magnet_ids
      from magnet_requests as f
      group by f.account_id, f.subscriber_id
    ) as magnet_requests on magnet_requests.account_id = s.account_id and magnet_requests.subscriber_id = s.id
) as e
where s.account_id = e.account_id and s.id = e.subscriber_id
  and (s.requests, s.sent, s.opened, s.clicked, s.replied, s.magnet_ids, s.last_activity_at,
    s.lead_score)
    is distinct from
    (e.requests, e.sent, e.opened, e.clicked, e.replied, e.magnet_ids, e.last_activity_at,
    lead_score(e.requests, e.opened, e.clicked, e.replied, ist_day(now()) - ist_day(e.last_activity_at)));
