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
}

interface Tenant {
  account_id: string;
  id: string;
}

export interface Users extends Tenant {
  email: string;
  password_hash: Nullable<string>;
  created_at: MomentByDefault;
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
  name: 'subscriber_link';
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
}

export type MagnetStatus = 'draft' | 'private' | 'public' | 'archived';
export type MagnetKind = 'guide' | 'checklist' | 'template' | 'video' | 'tool';

export interface Magnets extends Tenant {
  title: string;
  slug: string;
  description: Nullable<string>;
  kind: MagnetKind;
  delivery_subject: string;
  status: Generated<MagnetStatus>;
  created_at: MomentByDefault;
  updated_at: MomentByDefault;
  published_at: NullableMoment;
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
}

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
}

/** Tables whose every row belongs to one account. Reached through the account door only. */
export interface TenantTables {
  users: Users;
  sessions: Sessions;
  sign_in_links: SignInLinks;
  api_keys: ApiKeys;
  audit_log: AuditLog;
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
}

/** Every table that is written by hand; the counters stand in `figures/counters.ts`. */
export interface Tables extends TenantTables {
  accounts: Accounts;
  people: People;
  secrets: Secrets;
}
