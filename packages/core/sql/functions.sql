-- Functions that figures are worked out with.

create or replace function lead_score(
  requests bigint, opened bigint, clicked bigint, replied bigint, idle_days integer
) returns smallint language sql immutable parallel safe
return round(
  least(100, 12 * least(requests, 3) + 5 * least(opened, 5) + 10 * least(clicked, 3) + 30 * least(replied, 1))::numeric
  / (1 << width_bucket(idle_days, array[31, 61, 91, 181]))
)::smallint;

create or replace function last_activity(account uuid, subscriber uuid, first_seen_at timestamptz)
returns timestamptz language plpgsql stable as $$
begin
  return coalesce(greatest(
    (
      select greatest(max(f.requested_at), max(f.opened_at), max(f.clicked_at))
      from deliveries as f
      where f.account_id = account and f.subscriber_id = subscriber
    ),
    (
      select greatest(max(f.opened_at), max(f.clicked_at))
      from enrollments as o
    join campaign_sends as f on f.account_id = o.account_id and f.enrollment_id = o.id and f.status = 'sent'
      where o.account_id = account and o.subscriber_id = subscriber
    ),
    (
      select greatest(max(f.last_message_at), max(f.converted_at))
      from enrollments as f
      where f.account_id = account and f.subscriber_id = subscriber
    )
  ), first_seen_at);
end $$;

create or replace function searchable(text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length($1) = length($1) then lower($1)
    else replace(replace(lower(normalize($1, nfc)), 'ß', 'ss'), 'ς', 'σ')
  end
$$;
