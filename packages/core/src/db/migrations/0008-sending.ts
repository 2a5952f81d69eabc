import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * What sending campaigns takes: whom a campaign writes to and through which inboxes, what comes next for each lead, how much of
 * each daily limit is used up, and that no step is ever sent to a lead twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What takes long comes before what readers wait for.
  for (const text of [sends, positions, campaigns, inboxes, usage, mails]) await runStatements(db, text);
}

const campaigns = `
alter table campaigns
  -- An IANA zone: its days and times of day are those of the campaign.
  add column time_zone text not null default 'Asia/Kolkata' check (length(time_zone) between 1 and 64),
  -- Filters of the subscriber list, such as {"tag": "agencies"}. Null: leads are added by hand alone.
  add column audience jsonb check (jsonb_typeof(audience) = 'object'),
  -- Whether those who come into the audience later join as well.
  add column follow boolean not null default false,
  -- Up to which subscriber's number the audience has joined, and when all of it had.
  add column joined_number integer not null default 0,
  add column joined_at timestamptz(3),
  -- What happens to the other leads of a company when one of them replies.
  add column colleague_reply text not null default 'go_on' check (colleague_reply in ('go_on', 'wait', 'stop')),
  -- Emails a day to addresses of one domain. Null: no limit.
  add column domain_limit integer check (domain_limit > 0);

update campaigns set joined_at = coalesce(started_at, created_at) where status not in ('draft', 'scheduled');

-- The inboxes that a campaign sends through. None: all that the account has.
create table campaign_inboxes (
  account_id uuid not null,
  campaign_id uuid not null,
  email_account_id uuid not null,
  primary key (account_id, campaign_id, email_account_id),
  foreign key (account_id, campaign_id) references campaigns on delete cascade,
  foreign key (account_id, email_account_id) references email_accounts
);
`;

const sends = `
-- A step is sent to a lead once. Which of two rows of an older database is the one, the one that left tells.
delete from campaign_sends as s
where exists (
  select from campaign_sends as other
  where other.account_id = s.account_id and other.enrollment_id = s.enrollment_id and other.step = s.step
    and (other.sent_at is not null, other.id) > (s.sent_at is not null, s.id)
);

create unique index campaign_sends_once on campaign_sends (account_id, enrollment_id, step);
`;

const inboxes = `
alter table email_accounts
  add column mx text not null default 'unknown' check (mx in ('pass', 'fail', 'unknown')),
  add column dkim_selector text check (length(dkim_selector) between 1 and 63),
  -- What was looked up and what should be there: {"spf": {"found": ..., "expected": ...}, ...}.
  add column dns_found jsonb,
  add column dns_checked_at timestamptz(3),
  -- The moment of its daily shape that was last used, and when it was.
  add column last_slot_at timestamptz(3),
  add column last_claim_at timestamptz(3);
`;

const positions = `
-- What comes next for each active lead. It is gone when there is nothing left to send.
create table next_steps (
  account_id uuid not null,
  enrollment_id uuid not null,
  campaign_id uuid not null,
  step smallint not null default 1 check (step >= 1),
  due_at timestamptz(3) not null default now(),
  -- Chosen once, and kept over the whole sequence. Null: not chosen yet.
  email_account_id uuid,
  -- Why it is not due before then, where that is not the delay of the step.
  waits_for text check (waits_for in ('out_of_office', 'colleague')),
  primary key (account_id, enrollment_id),
  foreign key (account_id, campaign_id, enrollment_id) references enrollments (account_id, campaign_id, id) on delete cascade,
  foreign key (account_id, email_account_id) references email_accounts
);

-- Those who were written to before come before those who were not: a sequence keeps its days.
create index next_steps_due on next_steps (account_id, campaign_id, email_account_id, (step = 1), due_at, enrollment_id);

-- Everybody who is active has a next step, whoever enrolled them, and nobody else has.
create function begin_sequences() returns trigger language plpgsql as $$
begin
  insert into next_steps (account_id, enrollment_id, campaign_id)
  select account_id, id, campaign_id from new_rows where status = 'active'
  on conflict do nothing;
  return null;
end $$;

create trigger begin_sequences after insert on enrollments
  referencing new table as new_rows for each statement execute function begin_sequences();

create function end_sequence() returns trigger language plpgsql as $$
begin
  delete from next_steps where account_id = new.account_id and enrollment_id = new.id;
  return null;
end $$;

create trigger end_sequence after update of status on enrollments
  for each row when (old.status = 'active' and new.status <> 'active') execute function end_sequence();

-- The next steps of active leads that have none, from what was sent to them: for those who were enrolled before there were any,
-- and for rows that were loaded past the triggers.
create function find_next_steps() returns void language sql as $$
  insert into next_steps (account_id, enrollment_id, campaign_id, step, due_at, email_account_id)
  select e.account_id, e.id, e.campaign_id, following.step,
    coalesce(last.sent_at + following.delay_days * interval '1 day', e.enrolled_at), last.email_account_id
  from enrollments as e
  left join lateral (
    select s.step, coalesce(s.sent_at, s.queued_at) as sent_at, s.email_account_id
    from campaign_sends as s
    where s.account_id = e.account_id and s.enrollment_id = e.id and s.status <> 'queued'
    order by s.step desc
    limit 1
  ) as last on true
  join lateral (
    select c.step, c.delay_days
    from campaign_steps as c
    where c.account_id = e.account_id and c.campaign_id = e.campaign_id and c.step > coalesce(last.step, 0)
    order by c.step
    limit 1
  ) as following on true
  where e.status = 'active'
  on conflict do nothing
$$;

select find_next_steps();
`;

const usage = `
-- How much of a daily limit is used up. Days of an inbox are those of the figures, days of a campaign those of its zone.
create table sending_usage (
  account_id uuid not null references accounts,
  kind text not null check (kind in ('inbox', 'campaign', 'domain')),
  -- The inbox or the campaign that the limit is of.
  of_id uuid not null,
  -- Of the recipients, for a limit by domain; else empty.
  domain text not null default '' check (length(domain) <= 255),
  day date not null,
  used integer not null default 0 check (used >= 0),
  primary key (account_id, kind, of_id, domain, day)
);
`;

const mails = `
alter table mails
  -- When the mail server was first spoken to about the latest attempt. A claim that died before is safe to be made again.
  add column begun_at timestamptz(3);
`;
