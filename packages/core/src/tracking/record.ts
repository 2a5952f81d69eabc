import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import type { MailEvents } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { type Judgement, LONGEST_USER_AGENT } from './judge.ts';

/** Somebody, or something, opened an email or followed one of its links. */
export interface Visit extends Judgement {
  kind: MailEvents['kind'];
  /** Of the email. */
  token: string;
  /** Number of the link; null for an open. */
  link: number | null;
  user_agent: string | null;
  /** Never a whole address. */
  network: string | null;
}

/** What a visit that was written down leads to: the link's destination, null for what has none. */
export interface Recorded {
  url: string | null;
}

/**
 * Writes visits down, many in one statement: once this resolves they are committed. Their figures follow by `countEvents`, whose
 * job looks every second: waking it would be one commit more that visitors wait for.
 * @returns in the same order, null for a token or a link that does not exist.
 */
export async function recordVisits(db: Db, visits: readonly Visit[]): Promise<(Recorded | null)[]> {
  const seen = visits.map((visit, place) => ({
    ...visit,
    place,
    id: newId(),
    user_agent: visit.user_agent === null ? null : storable(visit.user_agent),
  }));
  // One statement, and so one commit: visitors wait for it.
  const { rows } = await sql<{ place: number; url: string | null }>`
    with found as (
      select v.*, m.account_id, m.id as mail_id, l.url, l.hidden
      from json_to_recordset(${JSON.stringify(seen)}::json) as v(
        place integer, id uuid, kind text, token text, link integer, judged text, rule text, user_agent text, network text)
      join mails as m on m.token = v.token
      left join mail_links as l on l.account_id = m.account_id and l.mail_id = m.id and l.number = v.link
      where v.kind <> 'click' or l.url is not null
    ), noted as (
      insert into mail_events (account_id, id, mail_id, kind, link, judged, rule, user_agent, network)
      select account_id, id, mail_id, kind, link,
        case when hidden then 'machine' else judged end, case when hidden then 'hidden_link' else rule end,
        user_agent, network
      from found
    )
    select place, url from found`.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return visits.map((_, place) => {
    const one = found.get(place);
    return one ? { url: one.url } : null;
  });
}

/** A header may hold anything; PostgreSQL stores no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, LONGEST_USER_AGENT).toWellFormed();
}
