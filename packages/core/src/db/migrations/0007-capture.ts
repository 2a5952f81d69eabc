import { randomBytes } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import { runStatements } from '../statements.ts';

/** What a magnet hands out, how it is asked for, and who agreed to get it, when and to which words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, magnets);
  await runStatements(db, asking);
  await sql`insert into secrets (name, value) values ('public_link', ${randomBytes(32)})`.execute(db);
}

const magnets = `
alter table magnets
  add column opt_in text not null default 'double' check (opt_in in ('single', 'double')),
  add column delivery_body text not null check (length(delivery_body) <= 20000) default
    E'Hello {{ first_name | default: "there" }},\\n\\nhere is {{ magnet_title }}, as you asked:\\n\\n{{ download_url }}\\n',
  -- The inbox that its emails leave through. Null: the installation's own server, or the outbox.
  add column email_account_id uuid,
  -- Where its asset lies, when it is not a file of ours.
  add column asset_url text check (asset_url ~ '^https://' and length(asset_url) <= 2000),
  add column content_edited_at timestamptz(3),
  add constraint magnets_sender foreign key (account_id, email_account_id) references email_accounts;

-- A magnet's file. One is being served; another may be arriving meanwhile, and takes its place when it is whole.
create table magnet_assets (
  account_id uuid not null,
  id uuid not null,
  magnet_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null check (length(type) between 1 and 100),
  bytes integer not null default 0 check (bytes between 0 and 20971520),
  whole boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, magnet_id) references magnets on delete cascade
);

create unique index magnet_assets_served on magnet_assets (account_id, magnet_id) where whole;

create table magnet_asset_chunks (
  account_id uuid not null,
  asset_id uuid not null,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (account_id, asset_id, number),
  foreign key (account_id, asset_id) references magnet_assets on delete cascade
);

-- Most files are compressed already.
alter table magnet_asset_chunks alter column bytes set storage external;
`;

const asking = `
-- Somebody asked for a magnet, and what they agreed to. Not confirmed, it is a request that nobody stands behind yet.
create table consents (
  account_id uuid not null,
  id uuid not null,
  magnet_id uuid not null,
  -- Once they confirmed, they are a subscriber.
  subscriber_id uuid,
  -- The email that asked them to confirm. One email may ask for several magnets.
  mail_id uuid,
  email text check (email = lower(email) and length(email) <= 320),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  form text not null check (form in ('page', 'embed')),
  -- Which words stood under the form: their version, and the SHA-256 of them.
  form_version text not null check (length(form_version) <= 20),
  form_hash text not null check (form_hash ~ '^[0-9a-f]{64}$'),
  -- Of the visitor, never their whole address.
  network text check (length(network) <= 50),
  asked_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, magnet_id) references magnets,
  foreign key (account_id, subscriber_id) references subscribers on delete cascade,
  foreign key (account_id, mail_id) references mails,
  constraint confirmed_by_a_subscriber check ((confirmed_at is null) = (subscriber_id is null))
);

create index consents_by_address on consents (account_id, email, asked_at desc);

create index consents_by_subscriber on consents (account_id, subscriber_id) where subscriber_id is not null;

create index consents_by_mail on consents (account_id, mail_id) where mail_id is not null;

-- Forms that were sent already, so that none is sent twice.
create table used_forms (
  account_id uuid not null references accounts,
  nonce text not null check (length(nonce) between 8 and 40),
  used_at timestamptz(3) not null default now(),
  primary key (account_id, nonce)
);

create index used_forms_by_time on used_forms (account_id, used_at);

-- Emails that went to an address lately.
create index mails_by_address on mails (account_id, to_address, created_at desc);

-- Those that are delivered when nobody has said otherwise for a day.
create index deliveries_sent on deliveries (account_id, sent_at) where status = 'sent';
`;
