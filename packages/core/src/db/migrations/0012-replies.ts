import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/**
 * What comes back: how far each inbox has been read, what each email in it is and what that rests on, what was said of it, and
 * what the system paused and why.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of [inboxes, messages, intents, answers, pauses, models]) await runStatements(db, text);
}

const inboxes = `
-- How far an inbox has been read. UIDs mean something only under their UIDVALIDITY.
create table inbox_syncs (
  account_id uuid not null,
  email_account_id uuid not null,
  uid_validity text check (length(uid_validity) <= 40),
  last_uid bigint not null default 0 check (last_uid >= 0),
  synced_at timestamptz(3),
  -- Since when it cannot be read, and why.
  failing_since timestamptz(3),
  failure text check (length(failure) <= 2000),
  primary key (account_id, email_account_id),
  foreign key (account_id, email_account_id) references email_accounts,
  constraint fails_wholly check ((failing_since is null) = (failure is null))
);
`;

const messages = `
alter table inbox_messages
  add column kind text not null default 'reply'
    check (kind in ('reply', 'out_of_office', 'automatic', 'bounce', 'complaint', 'own')),
  -- Of the email as it lies in the inbox: one that is seen again is known. Null for what was never read from an inbox.
  add column fingerprint text check (length(fingerprint) = 64),
  add column message_id text check (length(message_id) <= 998),
  -- What the reply quotes.
  add column quoted text check (length(quoted) <= 100000),
  -- Which email of ours it is about, by what it was matched, and the words of it.
  add column mail_id uuid,
  add column matched_by text
    check (matched_by in ('in_reply_to', 'references', 'provider_id', 'sent_copy', 'token', 'guess')),
  add column evidence text check (length(evidence) <= 1100),
  -- What was read of a bounce, a complaint or an automatic answer.
  add column reading jsonb,
  -- When its intent was looked for.
  add column classified_at timestamptz(3),
  add foreign key (account_id, mail_id) references mails on delete set null (mail_id);

create unique index inbox_messages_once on inbox_messages (account_id, email_account_id, fingerprint)
  where fingerprint is not null;

create index inbox_messages_unclassified on inbox_messages (account_id, received_at, id)
  where kind = 'reply' and fingerprint is not null and enrollment_id is not null and classified_at is null;

create index inbox_messages_by_mail on inbox_messages (account_id, mail_id) where mail_id is not null;

-- Emails as they came, for as long as somebody may want to read them again in another way.
create table raw_mails (
  account_id uuid not null,
  inbox_message_id uuid not null,
  raw bytea not null,
  -- Of the whole email, in bytes; more than was kept of a large one.
  size bigint not null,
  kept_at timestamptz(3) not null default now(),
  primary key (account_id, inbox_message_id),
  foreign key (account_id, inbox_message_id) references inbox_messages on delete cascade
);

create index raw_mails_by_age on raw_mails (account_id, kept_at);
`;

const intents = `
alter table enrollments
  -- Who said what the intent is, and by which words. What was set by hand is never overwritten.
  add column intent_by text check (intent_by in ('rules', 'model', 'hand')),
  add column intent_confidence real check (intent_confidence between 0 and 1),
  add column intent_evidence text check (length(intent_evidence) <= 500);
`;

const answers = `
-- Answers written by hand. Without an email it is a draft, of which a conversation has one.
create table answers (
  account_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  mail_id uuid,
  subject text not null default '' check (length(subject) <= 300),
  body text not null check (length(body) <= 100000),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, enrollment_id) references enrollments on delete cascade,
  foreign key (account_id, mail_id) references mails on delete cascade
);

create unique index answers_one_draft on answers (account_id, enrollment_id) where mail_id is null;

create index answers_by_enrollment on answers (account_id, enrollment_id, updated_at);
`;

const pauses = `
-- What the system paused, with what it was judged by.
create table system_pauses (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('inbox', 'campaign')),
  -- The inbox or the campaign.
  of_id uuid not null,
  cause text not null check (cause in ('bounces', 'sign_in', 'domain', 'no_inbox')),
  -- The figures and the limit that they passed.
  threshold jsonb not null,
  -- The latest of what tipped it, such as bounces.
  rows jsonb not null default '[]',
  paused_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  primary key (account_id, id)
);

create unique index system_pauses_open on system_pauses (account_id, kind, of_id) where lifted_at is null;
`;

const models = `
-- The model that an account asks about replies that rules leave open.
create table ai_models (
  account_id uuid not null references accounts,
  url text not null check (length(url) between 1 and 500),
  -- Its key, encrypted. Null for an endpoint that asks for none.
  key_secret bytea,
  model text not null check (length(model) between 1 and 200),
  -- Micro-dollars per million tokens.
  input_price bigint not null check (input_price >= 0),
  output_price bigint not null check (output_price >= 0),
  -- Micro-dollars a month. At 0 it is never asked.
  monthly_budget bigint not null check (monthly_budget >= 0),
  primary key (account_id)
);
`;
