/**
 * What sending leaves behind, beside its facts: addresses that nothing is sent to any more, and what is used up of the daily
 * limits, so that a sender that goes on from here keeps to both.
 */
export const INSERT_CONSEQUENCES = `
insert into suppressions (account_id, id, kind, value, reason, detail, created_at)
select account_id, pg_temp.id_at(bounced_at, 'suppressed ' || email, 0), 'address', email, 'hard_bounce', failure, bounced_at
from (
  select distinct on (b.account_id, lower(s.email)) b.account_id, lower(s.email) as email, b.failure, b.bounced_at
  from (
    select m.account_id, e.subscriber_id, m.failure, m.bounced_at
    from campaign_sends as m
    join enrollments as e on e.account_id = m.account_id and e.id = m.enrollment_id
    where m.status = 'bounced'
    union all
    select account_id, subscriber_id, failure, bounced_at from deliveries where status = 'bounced'
  ) as b
  join subscribers as s on s.account_id = b.account_id and s.id = b.subscriber_id
  where b.failure like '550 5.1.1 %'
  order by b.account_id, lower(s.email), b.bounced_at
) as gone;

insert into sending_usage (account_id, kind, of_id, day, used)
select account_id, 'inbox', email_account_id, ist_day(sent_at), count(*)
from campaign_sends
where sent_at >= pg_temp.ist(pg_temp.today(), 0) and email_account_id is not null
group by account_id, email_account_id, ist_day(sent_at)
union all
select m.account_id, 'campaign', m.campaign_id, (m.sent_at at time zone c.time_zone)::date, count(*)
from campaign_sends as m
join campaigns as c on c.account_id = m.account_id and c.id = m.campaign_id
where m.sent_at >= pg_temp.ist(pg_temp.today() - 1, 0)
group by m.account_id, m.campaign_id, (m.sent_at at time zone c.time_zone)::date;
`;
