import { COUNTERS, type CounterName } from '../figures/contributions.ts';
import type { TenantTables } from './schema.ts';

export type TenantTable = keyof TenantTables;

/** What filters and searches of the audience are answered from: see figures/bitmaps.ts and figures/search-texts.ts. */
const AUDIENCE_TABLES = ['audience_bitmaps', 'audience_search_texts'] as const;

/** A table whose every row belongs to one account: written by hand, or derived from what is. */
export type OwnTable = TenantTable | CounterName | (typeof AUDIENCE_TABLES)[number];

const TENANT_TABLES: Record<TenantTable, true> = {
  users: true,
  sessions: true,
  sign_in_links: true,
  api_keys: true,
  audit_log: true,
  invitations: true,
  authenticators: true,
  recovery_codes: true,
  sign_in_challenges: true,
  email_changes: true,
  subscribers: true,
  magnets: true,
  magnet_test_sends: true,
  magnet_requests: true,
  deliveries: true,
  email_accounts: true,
  campaigns: true,
  campaign_steps: true,
  step_variants: true,
  enrollments: true,
  campaign_sends: true,
  conversions: true,
  inbox_messages: true,
  ai_calls: true,
  job_runs: true,
  suppressions: true,
  mails: true,
  mail_links: true,
  mail_events: true,
  outbox: true,
  campaign_inboxes: true,
  next_steps: true,
  sending_usage: true,
  magnet_assets: true,
  magnet_asset_chunks: true,
  consents: true,
  used_forms: true,
  account_logos: true,
  inbox_syncs: true,
  raw_mails: true,
  answers: true,
  system_pauses: true,
  ai_models: true,
  saved_filters: true,
};

/** Tables of all accounts together, which nothing behind the door may name. */
const SHARED_TABLES = [
  'accounts',
  'people',
  'secrets',
  'installation',
  'job_workers',
  'job_leases',
  'account_writes',
  'subscriber_numbers',
  'figures',
];

const OWN_TABLES = new Set([...Object.keys(TENANT_TABLES), ...Object.keys(COUNTERS), ...AUDIENCE_TABLES]);

/** Every table there is. */
export const ALL_TABLES: readonly string[] = [...OWN_TABLES, ...SHARED_TABLES];

/** The table itself. @throws Error for any other text: types end where a name is computed */
export function known<T extends OwnTable>(table: T): T {
  if (!OWN_TABLES.has(table)) throw new Error(`${table} is not a table of an account.`);
  return table;
}
