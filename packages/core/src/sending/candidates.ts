import type { Account } from '../db/account.ts';
import { rowsByIndex } from '../db/by-index.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';

/** A lead whose next step is due, with what the claim writes of them. Ids are UUIDs. */
export interface Candidate {
  enrollment_id: string;
  campaign_id: string;
  subscriber_id: string;
  step: number;
  due_at: Date;
  email_account_id: string;
  email: string;
  domain: string;
  /** Domain of the inbox's address. */
  sender_domain: string;
  /** A send of the step that was written down before and never tried. */
  queued: { id: string; variant_id: string } | null;
}

/** So many leads of a campaign for an inbox. */
export interface Wanted {
  /** UUIDs. */
  campaign: string;
  inbox: string;
  most: number;
  /** They were due by then, in milliseconds since 1970. */
  due: number;
  /** Domains that have had their share of the day. */
  not_at: readonly string[];
}

/** More leads of a campaign wait for an inbox than were read. */
export interface Cut {
  /** UUIDs. */
  campaign: string;
  inbox: string;
  /** Whether these wait for their first email, and when the last that was read was due, in milliseconds since 1970. */
  first: boolean;
  due: number;
}

/** SQL over an enrollment `e` and its campaign `c`: whether a reply ended the sequence. Who only says that they are away has not answered. */
export const HAS_ANSWERED: Sql<boolean> = sql<boolean>`(
  c.stop_on_reply and e.replied_at is not null and e.reply_intent <> 'out_of_office'
)`;

/**
 * SQL: whether an active lead may be written to, over an enrollment `e`, its subscriber `s` and its campaign `c`. Everything that
 * stops a sequence stands here, and the claim and the plan both ask it.
 */
export function mayBeWrittenTo(own: Own): Sql<boolean> {
  return sql<boolean>`(
    e.status = 'active' and s.status = 'active'
    and not ${HAS_ANSWERED}
    and not ${isSuppressed(own, sql`s.email`)}
  )`;
}

/**
 * SQL over a next step `n`: whether the steps before it are settled, and it was not tried itself. What is in doubt holds the rest
 * of the sequence up until it is known.
 */
export function hasNothingOpen(own: Own): Sql<boolean> {
  return sql<boolean>`not exists (
    select from ${own('campaign_sends')} as o
    where o.enrollment_id = n.enrollment_id
      and (o.status = 'queued' and o.step < n.step or o.step = n.step and (
        o.status <> 'queued' or exists (select from ${own('mails')} as m where m.send_id = o.id)
      ))
  )`;
}

/** When a step is due that is not sent by itself. Far away, so that nobody who looks for what is due has to pass it over. */
export const NEVER_DUE = sql<Date>`timestamptz '9999-12-31Z'`;

/** SQL over a next step `n`: what was said of it when it failed; null where it did not. Only its owner has it tried again. */
export function failureOf(own: Own): Sql<string | null> {
  return sql<string | null>`(
    select coalesce(f.failure, '') from ${own('campaign_sends')} as f
    where f.enrollment_id = n.enrollment_id and f.step = n.step and f.status = 'failed'
  )`;
}

/** SQL over a next step `n`: whether it failed, so that its lead waits for the owner. */
export function waitsForOwner(own: Own): Sql<boolean> {
  return sql<boolean>`(n.due_at = ${NEVER_DUE} and ${failureOf(own)} is not null)`;
}

/**
 * Locks leads whose next step is due, follow-ups first and then those who were due first. One that another writer has locked, an opt-out
 * or another sender, is skipped, so that nobody ever waits here. All in one statement: planning it takes longer than running it.
 * @returns them, and where there may be more
 */
export async function lockCandidates(
  account: Account,
  wanted: readonly Wanted[],
): Promise<{ candidates: Candidate[]; cuts: Cut[] }> {
  const asked = wanted.filter(({ most }) => most > 0);
  if (asked.length === 0) return { candidates: [], cuts: [] };
  const rows = await rowsByIndex<Candidate & { nth: number }>(
    account,
    (own) => sql`
      select w.nth, found.*
      from json_to_recordset(${JSON.stringify(asked.map((one, nth) => ({ ...one, nth, due: new Date(one.due) })))}::json)
        as w (nth integer, campaign uuid, inbox uuid, most integer, due timestamptz, not_at text[])
      cross join lateral (
        select n.enrollment_id, n.campaign_id, e.subscriber_id, n.step, n.due_at, n.email_account_id, s.email,
          split_part(s.email, '@', 2) as domain, split_part(a.address, '@', 2) as sender_domain,
          (
            select json_build_object('id', q.id, 'variant_id', q.variant_id) from ${own('campaign_sends')} as q
            where q.enrollment_id = n.enrollment_id and q.step = n.step
          ) as queued
        from ${own('next_steps')} as n
        join ${own('enrollments')} as e on e.id = n.enrollment_id
        join ${own('subscribers')} as s on s.id = e.subscriber_id
        join ${own('campaigns')} as c on c.id = n.campaign_id
        join ${own('email_accounts')} as a on a.id = n.email_account_id
        where n.campaign_id = w.campaign and n.email_account_id = w.inbox and n.due_at <= w.due
          and ${mayBeWrittenTo(own)} and ${hasNothingOpen(own)}
          and split_part(s.email, '@', 2) <> all(w.not_at)
        order by (n.step = 1), n.due_at, n.enrollment_id
        limit w.most
        for no key update of n, e, s skip locked
      ) as found
      order by w.nth, (found.step = 1), found.due_at, found.enrollment_id`,
  );
  const cuts = asked.flatMap(({ campaign, inbox, most }, nth) => {
    const last = rows.filter((row) => row.nth === nth).at(most - 1);
    return last ? [{ campaign, inbox, first: last.step === 1, due: last.due_at.getTime() }] : [];
  });
  return { candidates: rows, cuts };
}
