import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * The whole model. Every tenant table has `account_id` first in its primary key and in every composite foreign key, so
 * PostgreSQL itself refuses a link across accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of [functions, access, audience, magnets, campaigns, inbox, records])
    await runStatements(db, text);
}

const functions = `
-- Counts and lists are split into days in India Standard Time, whatever the session's time zone is.
create function ist_day(at timestamptz) returns date
  language sql immutable parallel safe
  return (at at time zone 'Asia/Kolkata')::date;

-- Trigram search, and account_id beside an array or a text in one GIN index.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
`;

const access = `
create table accounts (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email)),
  time_zone text not null default 'Asia/Kolkata' check (time_zone = 'Asia/Kolkata'),
  created_at timestamptz(3) not null default now()
);

create table users (
  account_id uuid not null references accounts,
  id uuid not null,
  email text not null unique check (email = lower(email)),
  password_hash text,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);

create table sessions (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);

create table sign_in_links (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users on delete cascade
);

create table api_keys (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  hint text not null,
  token_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (account_id, id)
);

create table audit_log (
  account_id uuid not null references accounts,
  id uuid not null,
  at timestamptz(3) not null default now(),
  actor text not null check (actor in ('key', 'user', 'subscriber', 'operator', 'system')),
  actor_id uuid,
  action text not null,
  object_id uuid,
  details jsonb not null default '{}',
  primary key (account_id, id)
);
`;

const audience = `
-- A person is an identity and nothing else. Their id never leaves this package.
create table people (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 320),
  unique (id, email)
);

create table subscribers (
  account_id uuid not null references accounts,
  id uuid not null,
  person_id uuid not null,
  email text not null,
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  tags text[] not null default '{}' check (cardinality(tags) <= 50 and '' <> all (tags)),
  first_magnet_id uuid,
  first_seen_at timestamptz(3) not null default now(),
  unsubscribed_at timestamptz(3),
  status text not null generated always as (
    case when unsubscribed_at is null then 'active' else 'unsubscribed' end
  ) stored,

  -- Kept by the database from the facts below: see figures/engagement.ts.
  requests integer not null default 0,
  sent integer not null default 0,
  opened integer not null default 0,
  clicked integer not null default 0,
  replied integer not null default 0,
  magnet_ids uuid[] not null default '{}',
  last_activity_at timestamptz(3) not null,
  lead_score smallint not null default 0 check (lead_score between 0 and 100),

  search_text text not null generated always as (
    lower(email || E'\\n' || coalesce(first_name, '') || E'\\n' || coalesce(last_name, ''))
  ) stored,
  primary key (account_id, id),
  unique (account_id, person_id),
  foreign key (person_id, email) references people (id, email) on update cascade
);

-- Each order carries what a segment is made of, so that it is walked, skipped and counted without reading a row.
create index subscribers_by_score on subscribers (account_id, lead_score desc, id) include (status, first_seen_at);
create index subscribers_by_first_seen on subscribers (account_id, first_seen_at desc, id) include (status, lead_score);
create index subscribers_by_activity on subscribers (account_id, last_activity_at desc, id) include (status, lead_score, first_seen_at);
create index subscribers_unsubscribed on subscribers (account_id, id) include (status, lead_score, first_seen_at, last_activity_at)
  where status = 'unsubscribed';
create index subscribers_by_interest on subscribers using gin (account_id, tags, magnet_ids);
create index subscribers_by_text on subscribers using gin (account_id, search_text gin_trgm_ops);

-- An opt-out keeps its first moment. Only clearing it, the subscriber's own act, lets a later one be recorded.
create function keep_first_opt_out() returns trigger language plpgsql as $$
begin
  new.unsubscribed_at := old.unsubscribed_at;
  return new;
end $$;

create trigger keep_first_opt_out before update of unsubscribed_at on subscribers
  for each row when (old.unsubscribed_at is not null and new.unsubscribed_at is not null)
  execute function keep_first_opt_out();
`;

const magnets = `
create table magnets (
  account_id uuid not null references accounts,
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  description text check (length(description) <= 2000),
  kind text not null check (kind in ('guide', 'checklist', 'template', 'video', 'tool')),
  delivery_subject text not null check (length(delivery_subject) <= 200),
  status text not null default 'draft' check (status in ('draft', 'private', 'public', 'archived')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, slug)
);

alter table subscribers
  add foreign key (account_id, first_magnet_id) references magnets (account_id, id);

create table magnet_test_sends (
  account_id uuid not null,
  magnet_id uuid not null,
  id uuid not null,
  status text not null check (status in ('succeeded', 'failed')),
  error text check (length(error) <= 2000),
  at timestamptz(3) not null default now(),
  primary key (account_id, magnet_id, id),
  foreign key (account_id, magnet_id) references magnets on delete cascade
);

-- A subscriber's interest in a magnet. Asking again adds a delivery, not a request.
create table magnet_requests (
  account_id uuid not null,
  subscriber_id uuid not null,
  magnet_id uuid not null,
  requested_at timestamptz(3) not null default now(),
  primary key (account_id, subscriber_id, magnet_id),
  foreign key (account_id, subscriber_id) references subscribers on delete cascade,
  foreign key (account_id, magnet_id) references magnets
);

create index magnet_requests_by_magnet on magnet_requests (account_id, magnet_id, subscriber_id);

create table deliveries (
  account_id uuid not null,
  id uuid not null,
  subscriber_id uuid not null,
  magnet_id uuid not null,
  status text not null default 'queued'
    check (status in ('queued', 'sent', 'delivered', 'bounced', 'failed', 'cancelled')),
  requested_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  bounced_at timestamptz(3),
  failure text check (length(failure) <= 2000),
  primary key (account_id, id),
  foreign key (account_id, subscriber_id, magnet_id) references magnet_requests on delete cascade,
  constraint left_as_the_status_says check (
    case
      when status in ('sent', 'delivered') then sent_at is not null
      when status = 'bounced' then true
      else sent_at is null
    end
  ),
  constraint delivered_after_leaving check (delivered_at is null or delivered_at >= sent_at and sent_at is not null),
  constraint delivered_as_the_status_says check (status <> 'delivered' or delivered_at is not null),
  constraint opened_after_delivery check (opened_at is null or opened_at >= sent_at and delivered_at is not null),
  constraint clicked_after_opening check (clicked_at is null or clicked_at >= opened_at and opened_at is not null),
  constraint bounced_as_the_status_says check ((status = 'bounced') = (bounced_at is not null))
);

create index deliveries_by_subscriber on deliveries (account_id, subscriber_id, magnet_id, requested_at desc);
create index deliveries_queued on deliveries (account_id, subscriber_id) where status = 'queued';
`;

const campaigns = `
create table email_accounts (
  account_id uuid not null references accounts,
  id uuid not null,
  address text not null check (address = lower(address) and length(address) <= 320),
  display_name text check (length(display_name) <= 200),
  provider text not null check (provider in ('google', 'microsoft', 'smtp')),
  status text not null default 'active' check (status in ('active', 'paused', 'disconnected')),
  system_pause_reason text check (system_pause_reason in ('bounces', 'deliverability')),
  system_paused_at timestamptz(3),
  warmup_state text not null default 'off' check (warmup_state in ('off', 'warming', 'complete')),
  warmup_day integer check (warmup_day > 0),
  daily_capacity integer not null check (daily_capacity >= 0),
  spf text not null default 'unknown' check (spf in ('pass', 'fail', 'unknown')),
  dkim text not null default 'unknown' check (dkim in ('pass', 'fail', 'unknown')),
  dmarc text not null default 'unknown' check (dmarc in ('pass', 'fail', 'unknown')),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, address),
  constraint system_pause_is_whole check ((system_pause_reason is null) = (system_paused_at is null)),
  constraint warmup_day_while_warming check ((warmup_state = 'warming') = (warmup_day is not null))
);

create table campaigns (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  status text not null default 'draft'
    check (status in ('draft', 'active', 'paused', 'stalled', 'bounced', 'completed', 'scheduled')),
  paused_by text check (paused_by in ('api', 'application', 'system')),
  pause_reason text check (length(pause_reason) <= 500),
  paused_at timestamptz(3),
  daily_limit integer not null check (daily_limit >= 0),
  send_days text[] not null check (send_days <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  send_from text not null check (send_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  send_until text not null check (send_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  stop_on_reply boolean not null default true,
  track_opens boolean not null default true,
  track_clicks boolean not null default true,
  bounces_reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  scheduled_for timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (account_id, id),
  constraint pause_is_whole check (
    (status in ('paused', 'bounced', 'stalled')) = (paused_at is not null)
    and (paused_at is null) = (paused_by is null)
    and (pause_reason is null or paused_at is not null)
  ),
  constraint system_pause_by_the_system check ((status in ('bounced', 'stalled')) = (paused_by is not distinct from 'system')),
  constraint scheduled_as_the_status_says check ((status = 'scheduled') = (scheduled_for is not null)),
  constraint completed_as_the_status_says check ((status = 'completed') = (completed_at is not null))
);

create table campaign_steps (
  account_id uuid not null,
  campaign_id uuid not null,
  step smallint not null check (step between 1 and 100),
  delay_days integer not null check (delay_days >= 0),
  primary key (account_id, campaign_id, step),
  foreign key (account_id, campaign_id) references campaigns on delete cascade
);

create table step_variants (
  account_id uuid not null,
  campaign_id uuid not null,
  step smallint not null,
  id uuid not null,
  label text not null check (label ~ '^[A-Z]$'),
  subject text not null check (length(subject) <= 300),
  body text not null check (length(body) <= 100000),
  primary key (account_id, campaign_id, step, id),
  unique (account_id, campaign_id, step, label),
  foreign key (account_id, campaign_id, step) references campaign_steps on delete cascade
);

create table enrollments (
  account_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  subscriber_id uuid not null,
  status text not null default 'active' check (status in ('active', 'completed', 'stopped', 'bounced')),
  stop_reason text check (stop_reason in ('replied', 'unsubscribed', 'manual')),
  reply_intent text not null default 'no_reply' check (reply_intent in (
    'no_reply', 'interested', 'meeting_booked', 'meeting_completed', 'won', 'out_of_office', 'not_interested',
    'unsubscribed', 'replied'
  )),
  -- When the intent first became an outcome; gone again when it is set back to a placeholder.
  classified_at timestamptz(3),
  enrolled_at timestamptz(3) not null default now(),

  -- Kept by the database from sends, messages and conversions: see figures/progress.ts.
  first_sent_at timestamptz(3),
  first_reply_at timestamptz(3),
  last_message_at timestamptz(3),
  converted_at timestamptz(3),
  replied_at timestamptz(3) generated always as (least(first_reply_at, converted_at, classified_at)) stored,
  replied_step smallint,
  replied_variant_id uuid,

  primary key (account_id, id),
  unique (account_id, campaign_id, subscriber_id),
  unique (account_id, campaign_id, id),
  foreign key (account_id, campaign_id) references campaigns on delete cascade,
  foreign key (account_id, subscriber_id) references subscribers on delete cascade,
  constraint stopped_for_a_reason check ((status = 'stopped') = (stop_reason is not null)),
  constraint classified_as_the_intent_says check (
    (reply_intent in ('no_reply', 'replied')) = (classified_at is null)
  )
);

create index enrollments_by_subscriber on enrollments (account_id, subscriber_id, enrolled_at desc);
create index enrollments_by_message on enrollments (account_id, last_message_at desc, id) where last_message_at is not null;

create table campaign_sends (
  account_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  enrollment_id uuid not null,
  step smallint not null,
  variant_id uuid not null,
  email_account_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'bounced', 'cancelled')),
  -- As written to this lead; null while nothing differs from the variant's text.
  subject text check (length(subject) <= 300),
  body text check (length(body) <= 100000),
  queued_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  bounced_at timestamptz(3),
  failure text check (length(failure) <= 2000),
  primary key (account_id, id),
  foreign key (account_id, campaign_id, enrollment_id) references enrollments (account_id, campaign_id, id) on delete cascade,
  foreign key (account_id, campaign_id, step, variant_id) references step_variants,
  foreign key (account_id, email_account_id) references email_accounts,
  constraint left_as_the_status_says check ((status in ('sent', 'bounced')) = (sent_at is not null)),
  constraint bounced_as_the_status_says check ((status = 'bounced') = (bounced_at is not null)),
  constraint opened_after_leaving check (opened_at is null or opened_at >= sent_at and sent_at is not null),
  constraint clicked_after_opening check (clicked_at is null or clicked_at >= opened_at and opened_at is not null)
);

create index campaign_sends_by_enrollment on campaign_sends (account_id, enrollment_id, queued_at);
create index campaign_sends_bounced on campaign_sends (account_id, campaign_id, bounced_at desc, id) where status = 'bounced';

create table conversions (
  account_id uuid not null,
  enrollment_id uuid not null,
  occurred_at timestamptz(3) not null default now(),
  value_micros bigint check (value_micros >= 0),
  -- An enrollment converts once.
  primary key (account_id, enrollment_id),
  foreign key (account_id, enrollment_id) references enrollments on delete cascade
);
`;

const inbox = `
create table inbox_messages (
  account_id uuid not null,
  id uuid not null,
  email_account_id uuid not null,
  -- Both null until the mail is matched to a campaign.
  campaign_id uuid,
  enrollment_id uuid,
  from_address text not null check (length(from_address) <= 320),
  subject text check (length(subject) <= 1000),
  body text not null default '' check (length(body) <= 100000),
  received_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, email_account_id) references email_accounts,
  foreign key (account_id, campaign_id, enrollment_id) references enrollments (account_id, campaign_id, id) on delete cascade,
  constraint matched_wholly check ((campaign_id is null) = (enrollment_id is null))
);

create index inbox_messages_by_enrollment on inbox_messages (account_id, enrollment_id, received_at);
`;

const records = `
create table ai_calls (
  account_id uuid not null references accounts,
  id uuid not null,
  model text not null check (length(model) between 1 and 200),
  endpoint text not null check (length(endpoint) between 1 and 200),
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  cost_micros bigint not null check (cost_micros >= 0),
  called_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);

create table job_runs (
  account_id uuid not null references accounts,
  id uuid not null,
  job text not null check (length(job) between 1 and 100),
  status text not null check (status in ('running', 'succeeded', 'partial', 'failed')),
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  processed integer not null default 0 check (processed >= 0),
  failed integer not null default 0 check (failed between 0 and processed),
  failures jsonb not null default '[]',
  primary key (account_id, id),
  constraint finished_as_the_status_says check ((status = 'running') = (finished_at is null)),
  constraint finished_after_starting check (finished_at >= started_at)
);

create index job_runs_by_start on job_runs (account_id, started_at desc, id);
create index job_runs_by_job on job_runs (account_id, job, started_at desc, id);
`;
