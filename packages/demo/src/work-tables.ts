import { sql, type Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';

/** What the demo's SQL draws from, as temporary tables. */
export const WORK_TABLES = `
create temporary table demo_accounts (
  account_id uuid, place int, first_number bigint, subscribers int, shared int, people_from int, magnet_thresholds float8[],
  senders uuid[], unmatched int, ai_calls int, job_days int
) on commit drop;

create temporary table demo_magnets (account_id uuid, place int, id uuid, from_day date, until_day date) on commit drop;

create temporary table demo_campaigns (
  account_id uuid, place int, id uuid, status text, delays int[], variants int[], steps int, opened_at timestamptz,
  halted_at timestamptz, enrolled_until timestamptz, stop_on_reply boolean, tracked boolean, appeal float8, bounces float8,
  share float8, senders uuid[], first_appeals float8[]
) on commit drop;

create temporary table demo_variants (
  campaign_id uuid, step int, place int, id uuid, subject text, body text, merge_tag text, merges_subject boolean,
  merges_body boolean
) on commit drop;

create temporary table demo_outcomes (
  place int, up_to float8, intent text, with_text float8, converts float8, bodies text[]
) on commit drop;

create temporary table demo_second_mails (bodies text[]) on commit drop;

create temporary table demo_other_mail (place int, from_address text, subject text, body text) on commit drop;
`;

/** Adds rows to a temporary table. Arrays and moments go as JSON has them. */
export async function addRows(
  db: Transaction<Tables>,
  table: string,
  rows: readonly object[],
): Promise<void> {
  await sql`insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::text::json)`.execute(
    db,
  );
}
