import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A moment. Written as a Date, never as text: PostgreSQL reads words such as `now` and `infinity` as times. */
type Moment = ColumnType<Date, Date, Date>;
type MomentByDefault = ColumnType<Date, Date | undefined, Date>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type NullableMoment = Nullable<Date>;

export interface Accounts {
  id: string;
  name: string;
  email: string;
  time_zone: Generated<string>;
  created_at: MomentByDefault;
  /** Its part of public addresses. The database finds a free one when it is left out. */
  slug: Generated<string>;
  /** Played by the demo world: nothing of it leaves by a mail server. */
  simulated: Generated<boolean>;
  brand_name: Nullable<string>;
  brand_color: Nullable<string>;
  postal_address: Nullable<string>;
  track_opens: Generated<boolean>;
  track_clicks: Generated<boolean>;
}

interface Tenant {
  account_id: string;
  id: string;
}

export interface Users extends Tenant {
  email: string;
  password_hash: Nullable<string>;
  role: 'owner' | 'member';
  created_at: MomentByDefault;
}

/** What makes a user's sign-in codes. */
export interface Authenticators {
  account_id: string;
  user_id: string;
  /** Encrypted. */
  secret: Buffer;
  created_at: MomentByDefault;
  confirmed_at: NullableMoment;
  last_step: Generated<number>;
}

export interface RecoveryCodes {
  account_id: string;
  user_id: string;
  code_hash: Buffer;
}

/** A sign-in whose password or link was right, and that waits for a code. */
export interface SignInChallenges extends Tenant {
  user_id: string;
  token_hash: Buffer;
  created_at: MomentByDefault;
  expires_at: Moment;
}

/** The sign-in email that a user asked for, until it is confirmed. */
export interface EmailChanges {
  account_id: string;
  user_id: string;
  email: string;
  mail_id: string;
  created_at: MomentByDefault;
  expires_at: Moment;
}

export interface Invitations extends Tenant {
  email: string;
  role: 'owner' | 'member';
  token_hash: Buffer;
  invited_by: Nullable<string>;
  created_at: MomentByDefault;
  expires_at: Moment;
}

export interface Sessions extends Tenant {
  user_id: string;
  token_hash: Buffer;
  user_agent: Nullable<string>;
  created_at: MomentByDefault;
  last_seen_at: MomentByDefault;
  expires_at: Moment;
}

export interface SignInLinks extends Tenant {
  user_id: string;
  token_hash: Buffer;
  created_at: MomentByDefault;
  expires_at: Moment;
  used_at: NullableMoment;
}

export interface ApiKeys extends Tenant {
  name: string;
  hint: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: MomentByDefault;
  expires_at: NullableMoment;
  last_used_at: NullableMoment;
  revoked_at: NullableMoment;
}

export interface AuditLog extends Tenant {
  at: MomentByDefault;
  actor: 'key' | 'user' | 'subscriber' | 'operator' | 'system';
  actor_id: Nullable<string>;
  action: string;
  object_id: Nullable<string>;
  details: ColumnType<unknown, string | undefined, string>;
}

/** Of the installation, not of an account. */
export interface Secrets {
  name: 'subscriber_link' | 'public_link';
  value: Buffer;
}

export interface People {
  id: string;
  email: string;
}

export type SubscriptionState = 'active' | 'unsubscribed';

export interface Subscribers extends Tenant {
  person_id: string;
  email: string;
  first_name: Nullable<string>;
  last_name: Nullable<string>;
  tags: Generated<string[]>;
  first_magnet_id: Nullable<string>;
  first_seen_at: MomentByDefault;
  unsubscribed_at: NullableMoment;
  status: GeneratedAlways<SubscriptionState>;
  requests: Generated<number>;
  sent: Generated<number>;
  opened: Generated<number>;
  clicked: Generated<number>;
  replied: Generated<number>;
  magnet_ids: Generated<string[]>;
  last_activity_at: Moment;
  lead_score: Generated<number>;
  /** Their place in the account, from 0 on, given at the insert. */
  number: Generated<number>;
  /** What templates may use besides the names. */
  fields: ColumnType<Record<string, string>, string | undefined, string>;
}

export interface Suppressions extends Tenant {
  kind: 'address' | 'domain';
  value: string;
  reason: 'hard_bounce' | 'complaint' | 'manual' | 'import';
  detail: Nullable<string>;
  created_at: MomentByDefault;
}

export interface SavedFilters extends Tenant {
  name: string;
  query: string;
}

export type MagnetStatus = 'draft' | 'private' | 'public' | 'archived';
export type MagnetKind = 'guide' | 'checklist' | 'template' | 'video' | 'tool';

export type OptIn = 'single' | 'double';

export interface Magnets extends Tenant {
  title: string;
  slug: string;
  description: Nullable<string>;
  kind: MagnetKind;
  delivery_subject: string;
  delivery_body: Generated<string>;
  opt_in: Generated<OptIn>;
  /** The inbox that its emails leave through. */
  email_account_id: Nullable<string>;
  asset_url: Nullable<string>;
  /** When what its emails say or hand out was last changed. */
  content_edited_at: NullableMoment;
  status: Generated<MagnetStatus>;
  created_at: MomentByDefault;
  updated_at: MomentByDefault;
  published_at: NullableMoment;
}

export interface MagnetAssets extends Tenant {
  magnet_id: string;
  name: string;
  type: string;
  bytes: Generated<number>;
  /** Whether all of it has arrived. */
  whole: Generated<boolean>;
  created_at: MomentByDefault;
}

export interface MagnetAssetChunks {
  account_id: string;
  asset_id: string;
  number: number;
  bytes: Buffer;
}

/** Somebody asked for a magnet, and what they agreed to. */
export interface Consents extends Tenant {
  magnet_id: string;
  subscriber_id: Nullable<string>;
  mail_id: Nullable<string>;
  email: Nullable<string>;
  first_name: Nullable<string>;
  last_name: Nullable<string>;
  form: 'page' | 'embed';
  form_version: string;
  form_hash: string;
  network: Nullable<string>;
  asked_at: MomentByDefault;
  confirmed_at: NullableMoment;
}

export interface UsedForms {
  account_id: string;
  nonce: string;
  used_at: MomentByDefault;
}

export interface MagnetTestSends extends Tenant {
  magnet_id: string;
  status: 'succeeded' | 'failed';
  error: Nullable<string>;
  at: MomentByDefault;
}

export interface MagnetRequests {
  account_id: string;
  subscriber_id: string;
  magnet_id: string;
  requested_at: MomentByDefault;
}

export type DeliveryStatus = 'queued' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'cancelled';

export interface Deliveries extends Tenant {
  subscriber_id: string;
  magnet_id: string;
  status: Generated<DeliveryStatus>;
  requested_at: MomentByDefault;
  sent_at: NullableMoment;
  delivered_at: NullableMoment;
  opened_at: NullableMoment;
  clicked_at: NullableMoment;
  bounced_at: NullableMoment;
  failure: Nullable<string>;
  /** When it came back, with nobody's address to blame. */
  returned_at: NullableMoment;
}

export interface EmailAccounts extends Tenant {
  address: string;
  display_name: Nullable<string>;
  provider: 'google' | 'microsoft' | 'smtp';
  status: Generated<'active' | 'paused' | 'disconnected'>;
  system_pause_reason: Nullable<'bounces' | 'deliverability'>;
  system_paused_at: NullableMoment;
  warmup_state: Generated<'off' | 'warming' | 'complete'>;
  warmup_day: Nullable<number>;
  daily_capacity: number;
  spf: Generated<DnsCheck>;
  dkim: Generated<DnsCheck>;
  dmarc: Generated<DnsCheck>;
  created_at: MomentByDefault;
  /** URLs with their passwords, encrypted. */
  smtp_secret: Nullable<Buffer>;
  imap_secret: Nullable<Buffer>;
  /** Host and port, to be shown. */
  smtp_server: Nullable<string>;
  imap_server: Nullable<string>;
  signature: Nullable<string>;
  /** Seconds between two emails. */
  gap_from: Generated<number>;
  gap_to: Generated<number>;
  removed_at: NullableMoment;
  mx: Generated<DnsCheck>;
  dkim_selector: Nullable<string>;
  /** What was looked up and what should be there, by check. */
  dns_found: ColumnType<DnsFindings | null, string | null | undefined, string | null>;
  dns_checked_at: NullableMoment;
  /** Since when SPF or DKIM has failed; null while neither does. */
  domain_failing_since: NullableMoment;
  /** When a look-up last said so. */
  domain_failed_at: NullableMoment;
  /** The day on which its warm-up last moved on or back. */
  warmed_on: Nullable<string>;
  /** The moment of its daily shape that was last used, and when it was. */
  last_slot_at: NullableMoment;
  last_claim_at: NullableMoment;
}

/** What DNS says of an inbox's domain, and what it should say. */
export type DnsFindings = Partial<
  Record<'spf' | 'dkim' | 'dmarc' | 'mx', { found: string | null; expected: string | null }>
>;

export type DnsCheck = 'pass' | 'fail' | 'unknown';

export type CampaignStatus =
  | 'draft'
  | 'active'
  | 'paused'
  | 'stalled'
  | 'bounced'
  | 'completed'
  | 'scheduled';
export type PausedBy = 'api' | 'application' | 'system';
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

export interface Campaigns extends Tenant {
  name: string;
  status: Generated<CampaignStatus>;
  paused_by: Nullable<PausedBy>;
  pause_reason: Nullable<string>;
  paused_at: NullableMoment;
  daily_limit: number;
  send_days: Weekday[];
  send_from: string;
  send_until: string;
  stop_on_reply: Generated<boolean>;
  track_opens: Generated<boolean>;
  track_clicks: Generated<boolean>;
  bounces_reviewed_at: NullableMoment;
  created_at: MomentByDefault;
  scheduled_for: NullableMoment;
  started_at: NullableMoment;
  completed_at: NullableMoment;
  /** An IANA zone. */
  time_zone: Generated<string>;
  /** Filters of the subscriber list; null where leads are added by hand alone. */
  audience: ColumnType<AudienceFilters | null, string | null | undefined, string | null>;
  follow: Generated<boolean>;
  joined_number: Generated<number>;
  joined_at: NullableMoment;
  colleague_reply: Generated<ColleagueReply>;
  domain_limit: Nullable<number>;
}

/** Filters of the subscriber list, as a campaign keeps them. Moments are RFC 3339. */
export interface AudienceFilters {
  status?: SubscriptionState | 'all';
  min_score?: number;
  temperature?: 'hot' | 'warm' | 'cool' | 'cold';
  tag?: string;
  magnet_id?: string;
  search?: string;
  created_after?: string;
  created_before?: string;
}

/** What happens to the other leads of a company when one of them replies. */
export type ColleagueReply = 'go_on' | 'wait' | 'stop';

export interface CampaignInboxes {
  account_id: string;
  campaign_id: string;
  email_account_id: string;
}

/** What comes next for an active lead. */
export interface NextSteps {
  account_id: string;
  enrollment_id: string;
  campaign_id: string;
  step: Generated<number>;
  due_at: MomentByDefault;
  email_account_id: Nullable<string>;
  waits_for: Nullable<'out_of_office' | 'colleague'>;
}

/** How much of a daily limit is used up. */
export interface SendingUsage {
  account_id: string;
  kind: 'inbox' | 'campaign' | 'domain';
  of_id: string;
  domain: Generated<string>;
  day: string;
  used: Generated<number>;
}

export interface CampaignSteps {
  account_id: string;
  campaign_id: string;
  step: number;
  delay_days: number;
}

export interface StepVariants extends Tenant {
  campaign_id: string;
  step: number;
  label: string;
  subject: string;
  body: string;
}

export type EnrollmentStatus = 'active' | 'completed' | 'stopped' | 'bounced';
export type StopReason = 'replied' | 'unsubscribed' | 'manual';
export type ReplyIntent =
  | 'no_reply'
  | 'interested'
  | 'meeting_booked'
  | 'meeting_completed'
  | 'won'
  | 'out_of_office'
  | 'not_interested'
  | 'unsubscribed'
  | 'replied';

export interface Enrollments extends Tenant {
  campaign_id: string;
  subscriber_id: string;
  status: Generated<EnrollmentStatus>;
  stop_reason: Nullable<StopReason>;
  reply_intent: Generated<ReplyIntent>;
  classified_at: NullableMoment;
  enrolled_at: MomentByDefault;
  first_sent_at: NullableMoment;
  first_reply_at: NullableMoment;
  last_message_at: NullableMoment;
  converted_at: NullableMoment;
  replied_at: GeneratedAlways<Date | null>;
  replied_step: Nullable<number>;
  replied_variant_id: Nullable<string>;
  /** Who said what the intent is; what was set by hand is never overwritten. */
  intent_by: Nullable<'rules' | 'model' | 'hand'>;
  intent_confidence: Nullable<number>;
  intent_evidence: Nullable<string>;
  /** When its owner last opened it, and when they were last done with it; a later message undoes both. */
  read_at: NullableMoment;
  done_at: NullableMoment;
}

export type SendStatus = 'queued' | 'sent' | 'failed' | 'bounced' | 'cancelled';

export interface CampaignSends extends Tenant {
  campaign_id: string;
  enrollment_id: string;
  step: number;
  variant_id: string;
  email_account_id: Nullable<string>;
  status: Generated<SendStatus>;
  subject: Nullable<string>;
  body: Nullable<string>;
  queued_at: MomentByDefault;
  sent_at: NullableMoment;
  opened_at: NullableMoment;
  clicked_at: NullableMoment;
  bounced_at: NullableMoment;
  failure: Nullable<string>;
}

export interface Conversions {
  account_id: string;
  enrollment_id: string;
  occurred_at: MomentByDefault;
  value_micros: Nullable<number>;
}

export interface InboxMessages extends Tenant {
  email_account_id: string;
  campaign_id: Nullable<string>;
  enrollment_id: Nullable<string>;
  from_address: string;
  subject: Nullable<string>;
  body: Generated<string>;
  received_at: MomentByDefault;
  kind: Generated<IncomingKind>;
  /** Of the email as it lies in the inbox: one that is seen again is known. */
  fingerprint: Nullable<string>;
  message_id: Nullable<string>;
  quoted: Nullable<string>;
  /** The email of ours that it is about. */
  mail_id: Nullable<string>;
  matched_by: Nullable<MatchedBy>;
  evidence: Nullable<string>;
  reading: ColumnType<unknown, string | null | undefined, string | null>;
  classified_at: NullableMoment;
}

export type IncomingKind = 'reply' | 'out_of_office' | 'automatic' | 'bounce' | 'complaint' | 'own';
export type MatchedBy = 'in_reply_to' | 'references' | 'provider_id' | 'sent_copy' | 'token' | 'guess';

export interface InboxSyncs {
  account_id: string;
  email_account_id: string;
  uid_validity: Nullable<string>;
  last_uid: Generated<number>;
  /** How far the Sent folder has been read. */
  sent_uid_validity: Nullable<string>;
  sent_last_uid: Nullable<number>;
  /** How far the folder for spam has been read. */
  junk_uid_validity: Nullable<string>;
  junk_last_uid: Nullable<number>;
  synced_at: NullableMoment;
  failing_since: NullableMoment;
  failure: Nullable<string>;
}

export interface RawMails {
  account_id: string;
  inbox_message_id: string;
  raw: Buffer;
  size: number;
  kept_at: MomentByDefault;
}

export interface Answers extends Tenant {
  enrollment_id: string;
  mail_id: Nullable<string>;
  subject: Generated<string>;
  body: string;
  updated_at: MomentByDefault;
}

export type PauseCause = 'bounces' | 'sign_in' | 'domain' | 'no_inbox';

export interface SystemPauses extends Tenant {
  kind: 'inbox' | 'campaign';
  of_id: string;
  cause: PauseCause;
  threshold: ColumnType<unknown, string, string>;
  rows: ColumnType<unknown, string | undefined, string>;
  paused_at: MomentByDefault;
  lifted_at: NullableMoment;
}

export interface AiModels {
  account_id: string;
  url: string;
  key_secret: Nullable<Buffer>;
  model: string;
  input_price: number;
  output_price: number;
  monthly_budget: number;
}

export interface AiCalls extends Tenant {
  model: string;
  endpoint: string;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
  called_at: MomentByDefault;
}

export interface JobRuns extends Tenant {
  job: string;
  status: 'running' | 'succeeded' | 'partial' | 'failed';
  started_at: MomentByDefault;
  finished_at: NullableMoment;
  processed: Generated<number>;
  failed: Generated<number>;
  failures: ColumnType<{ item: string | null; reason: string }[], string | undefined, string>;
  /** The process that does it: see jobs/workers.ts. */
  worker_id: Nullable<string>;
}

export type MailKind =
  | 'delivery'
  | 'step'
  | 'confirmation'
  | 'test'
  | 'answer'
  | 'email_change'
  | 'email_changed';
export type MailState = 'queued' | 'claimed' | 'sent' | 'refused' | 'failed' | 'in_doubt' | 'cancelled';

/** Every outgoing email. */
export interface Mails extends Tenant {
  kind: MailKind;
  subscriber_id: Nullable<string>;
  magnet_id: Nullable<string>;
  delivery_id: Nullable<string>;
  send_id: Nullable<string>;
  enrollment_id: Nullable<string>;
  email_account_id: Nullable<string>;
  token: string;
  message_id: string;
  provider_message_id: Nullable<string>;
  /** What its copy in the Sent folder is called, where the provider renamed it. */
  sent_copy_id: Nullable<string>;
  to_address: string;
  state: Generated<MailState>;
  attempts: Generated<number>;
  created_at: MomentByDefault;
  due_at: MomentByDefault;
  claimed_at: NullableMoment;
  lease_until: NullableMoment;
  sent_at: NullableMoment;
  response: Nullable<string>;
  /** When the mail server was first spoken to about the latest attempt. */
  begun_at: NullableMoment;
  /** When it was refused because of us: the inbox, its domain or what it said. */
  blamed_at: NullableMoment;
}

export interface MailLinks {
  account_id: string;
  mail_id: string;
  number: number;
  url: string;
  hidden: Generated<boolean>;
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface AccountLogos {
  account_id: string;
  token: string;
  type: LogoType;
  bytes: Buffer;
}

export interface MailEvents extends Tenant {
  mail_id: string;
  kind: 'open' | 'click' | 'download';
  link: Nullable<number>;
  at: MomentByDefault;
  judged: 'human' | 'machine' | 'unknown';
  rule: string;
  user_agent: Nullable<string>;
  network: Nullable<string>;
  counted_at: NullableMoment;
}

export interface Outbox {
  account_id: string;
  mail_id: string;
  at: MomentByDefault;
  raw: Buffer;
}

/** Tables whose every row belongs to one account. Reached through the account door only. */
export interface TenantTables {
  users: Users;
  sessions: Sessions;
  sign_in_links: SignInLinks;
  api_keys: ApiKeys;
  audit_log: AuditLog;
  invitations: Invitations;
  authenticators: Authenticators;
  recovery_codes: RecoveryCodes;
  sign_in_challenges: SignInChallenges;
  email_changes: EmailChanges;
  subscribers: Subscribers;
  magnets: Magnets;
  magnet_test_sends: MagnetTestSends;
  magnet_requests: MagnetRequests;
  deliveries: Deliveries;
  email_accounts: EmailAccounts;
  campaigns: Campaigns;
  campaign_steps: CampaignSteps;
  step_variants: StepVariants;
  enrollments: Enrollments;
  campaign_sends: CampaignSends;
  conversions: Conversions;
  inbox_messages: InboxMessages;
  ai_calls: AiCalls;
  job_runs: JobRuns;
  suppressions: Suppressions;
  mails: Mails;
  mail_links: MailLinks;
  mail_events: MailEvents;
  outbox: Outbox;
  magnet_assets: MagnetAssets;
  magnet_asset_chunks: MagnetAssetChunks;
  consents: Consents;
  used_forms: UsedForms;
  account_logos: AccountLogos;
  campaign_inboxes: CampaignInboxes;
  next_steps: NextSteps;
  sending_usage: SendingUsage;
  inbox_syncs: InboxSyncs;
  raw_mails: RawMails;
  answers: Answers;
  system_pauses: SystemPauses;
  ai_models: AiModels;
  saved_filters: SavedFilters;
}

/** Every table that is written by hand; the counters are defined in `figures/contributions.ts`. */
export interface Tables extends TenantTables {
  accounts: Accounts;
  people: People;
  secrets: Secrets;
}
