import { type Kysely, sql } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * What everything that sends or receives email shares: every outgoing email with its token and Message-ID, what visitors did
 * with it, whom nothing may be sent to, how an inbox is reached, and how an account shows itself to its subscribers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, accounts);
  const { rows } = await sql<{ id: string }>`select id from accounts order by created_at, id`.execute(db);
  for (const { id } of rows) {
    await sql`update accounts set slug = free_account_slug(name) where id = ${id}`.execute(db);
  }
  for (const text of [slugs, audience, inboxes, mails]) await runStatements(db, text);
}

const accounts = `
alter table accounts
  -- The account's part of its public addresses, such as /p/acme/pricing-teardown.
  add column slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- Played by the demo world: nothing of it leaves by a mail server.
  add column simulated boolean not null default false,
  add column brand_name text check (length(brand_name) between 1 and 200),
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- Laws on commercial email ask for one in every footer.
  add column postal_address text check (length(postal_address) between 1 and 500),
  add column track_opens boolean not null default true,
  add column track_clicks boolean not null default true;

create function free_account_slug(name text) returns text language plpgsql as $$
declare
  wanted text := coalesce(nullif(trim(both '-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'account');
  free text := wanted;
  nth integer := 1;
begin
  while exists (select from accounts as a where a.slug = free) loop
    nth := nth + 1;
    free := wanted || '-' || nth;
  end loop;
  return free;
end $$;
`;

const slugs = `
create function slug_account() returns trigger language plpgsql as $$
begin
  new.slug := coalesce(new.slug, free_account_slug(new.name));
  return new;
end $$;

create trigger slug_account before insert on accounts for each row execute function slug_account();

alter table accounts alter column slug set not null;
`;

const audience = `
-- What templates may use besides the names, such as {"company": "Acme"}.
alter table subscribers add column fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object');

-- Whom nothing may be sent to, apart from those who opted out.
create table suppressions (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('address', 'domain')),
  value text not null check (value = lower(value) and length(value) between 1 and 320),
  reason text not null check (reason in ('hard_bounce', 'complaint', 'manual', 'import')),
  detail text check (length(detail) <= 2000),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, kind, value)
);
`;

const inboxes = `
alter table email_accounts
  -- URLs with their passwords, encrypted; null while the inbox was never connected.
  add column smtp_secret bytea,
  add column imap_secret bytea,
  -- What of them may be shown: host and port.
  add column smtp_server text check (length(smtp_server) <= 300),
  add column imap_server text check (length(imap_server) <= 300),
  add column signature text check (length(signature) <= 5000),
  -- Seconds between two emails of the inbox, drawn between these.
  add column gap_from integer not null default 90 check (gap_from >= 0),
  add column gap_to integer not null default 420,
  -- Its history stays.
  add column removed_at timestamptz(3),
  add constraint gap_is_a_range check (gap_to >= gap_from);
`;

const mails = `
-- Every outgoing email, from the moment that it is to be sent. What it means (a delivery, a step of a sequence) stands in
-- the row it is of; how sending it goes stands here.
create table mails (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('delivery', 'step', 'confirmation', 'test', 'answer')),
  subscriber_id uuid,
  magnet_id uuid,
  delivery_id uuid,
  send_id uuid,
  enrollment_id uuid,
  -- The inbox it leaves through. Null: the installation's own server, or the outbox.
  email_account_id uuid,
  -- Stands in its links, its pixel and its return path.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{16,32}$'),
  -- Without angle brackets. It stays the same over all attempts.
  message_id text not null check (length(message_id) between 3 and 250),
  -- What the server called it, where it renamed it.
  provider_message_id text check (length(provider_message_id) between 3 and 998),
  to_address text not null check (length(to_address) between 3 and 320),
  state text not null default 'queued'
    check (state in ('queued', 'claimed', 'sent', 'refused', 'failed', 'in_doubt', 'cancelled')),
  attempts smallint not null default 0 check (attempts >= 0),
  created_at timestamptz(3) not null default now(),
  -- When the next attempt may be made.
  due_at timestamptz(3) not null default now(),
  -- Of the latest attempt. Whoever claimed it and is not done by then has died.
  claimed_at timestamptz(3),
  lease_until timestamptz(3),
  sent_at timestamptz(3),
  -- The server's last words, or why it was not sent.
  response text check (length(response) <= 2000),
  primary key (account_id, id),
  foreign key (account_id, subscriber_id) references subscribers on delete cascade,
  foreign key (account_id, magnet_id) references magnets,
  foreign key (account_id, delivery_id) references deliveries on delete cascade,
  foreign key (account_id, send_id) references campaign_sends on delete cascade,
  foreign key (account_id, enrollment_id) references enrollments on delete cascade,
  foreign key (account_id, email_account_id) references email_accounts,
  constraint claimed_as_the_state_says check ((state = 'claimed') <= (claimed_at is not null and lease_until is not null)),
  constraint sent_as_the_state_says check ((state = 'sent') = (sent_at is not null)),
  constraint is_of_what_its_kind_says check (
    (kind = 'delivery') = (delivery_id is not null) and (kind = 'step') = (send_id is not null)
  )
);

create index mails_due on mails (account_id, kind, due_at, id) where state = 'queued';

create index mails_open on mails (account_id, state, lease_until) where state in ('claimed', 'in_doubt');

create index mails_by_message_id on mails (account_id, message_id);

create index mails_by_provider_message_id on mails (account_id, provider_message_id) where provider_message_id is not null;

create index mails_by_subscriber on mails (account_id, subscriber_id, created_at desc);

create index mails_by_delivery on mails (account_id, delivery_id) where delivery_id is not null;

create index mails_by_send on mails (account_id, send_id) where send_id is not null;

create index mails_by_inbox on mails (account_id, email_account_id, sent_at desc) where state = 'sent';

-- Where the links of an email lead. The address in the email names the email and the number, never the destination.
create table mail_links (
  account_id uuid not null,
  mail_id uuid not null,
  number smallint not null check (number >= 0),
  url text not null check (length(url) between 1 and 4000),
  -- Nobody sees it; who follows it is a machine.
  hidden boolean not null default false,
  primary key (account_id, mail_id, number),
  foreign key (account_id, mail_id) references mails on delete cascade
);

-- What was done with an email, as it was seen: the figures are of what is judged not to be a machine's.
create table mail_events (
  account_id uuid not null,
  id uuid not null,
  mail_id uuid not null,
  kind text not null check (kind in ('open', 'click', 'download')),
  link smallint,
  at timestamptz(3) not null default now(),
  judged text not null check (judged in ('human', 'machine', 'unknown')),
  -- Which rule said so.
  rule text not null check (length(rule) between 1 and 60),
  user_agent text check (length(user_agent) <= 300),
  -- The network of the visitor, never their whole address.
  network text check (length(network) <= 50),
  -- Null until the figures have it.
  counted_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, mail_id) references mails on delete cascade
);

create index mail_events_by_mail on mail_events (account_id, mail_id, at);

create index mail_events_uncounted on mail_events (account_id, at) where counted_at is null;

-- Emails that left no further than this installation, as they would have arrived.
create table outbox (
  account_id uuid not null,
  mail_id uuid not null,
  at timestamptz(3) not null default now(),
  raw bytea not null,
  primary key (account_id, mail_id),
  foreign key (account_id, mail_id) references mails on delete cascade
);

create index outbox_by_time on outbox (account_id, at desc, mail_id);
`;
