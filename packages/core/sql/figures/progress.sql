-- Brought up to the facts.

update enrollments as e set
  first_sent_at = p.first_sent_at,
  first_reply_at = p.first_reply_at,
  last_message_at = p.last_message_at,
  converted_at = p.converted_at,
  replied_step = p.replied_step,
  replied_variant_id = p.replied_variant_id
from (
  select
      e.account_id, e.id as enrollment_id,
      campaign_sends.first_sent_at, inbox_messages.first_reply_at, inbox_messages.last_message_at,
      conversions.converted_at,
      answered.step as replied_step, answered.variant_id as replied_variant_id
    from enrollments as e
    left join (
      select
        account_id, enrollment_id,
        min(sent_at) filter (where status = 'sent') as first_sent_at
      from campaign_sends
      group by account_id, enrollment_id
    ) as campaign_sends on campaign_sends.account_id = e.account_id and campaign_sends.enrollment_id = e.id
    left join (
      select
        account_id, enrollment_id,
        min(received_at) filter (where body ~ '\S') as first_reply_at,
        max(received_at) as last_message_at
      from inbox_messages
      group by account_id, enrollment_id
    ) as inbox_messages on inbox_messages.account_id = e.account_id and inbox_messages.enrollment_id = e.id
    left join (
      select
        account_id, enrollment_id,
        min(occurred_at) as converted_at
      from conversions
      group by account_id, enrollment_id
    ) as conversions on conversions.account_id = e.account_id and conversions.enrollment_id = e.id
    left join lateral (
      select step, variant_id
      from campaign_sends
      where account_id = e.account_id and enrollment_id = e.id and status in ('sent', 'bounced')
        and least(inbox_messages.first_reply_at, conversions.converted_at, e.classified_at) is not null
        and sent_at <= least(inbox_messages.first_reply_at, conversions.converted_at, e.classified_at)
      order by sent_at desc, id desc
      limit 1
    ) as answered on true
) as p
where e.account_id = p.account_id and e.id = p.enrollment_id
  and (e.first_sent_at, e.first_reply_at, e.last_message_at, e.converted_at, e.replied_step,
    e.replied_variant_id)
    is distinct from
    (p.first_sent_at, p.first_reply_at, p.last_message_at, p.converted_at, p.replied_step,
    p.replied_variant_id);
