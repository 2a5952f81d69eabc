import type { Account } from '../db/account.ts';
import type { ColleagueReply } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { endSequences } from '../enrollments/end-sequences.ts';
import type { Incoming } from './incoming.ts';

/** Days that colleagues of somebody who replied wait, where the campaign says so. */
const COLLEAGUE_DAYS = 7;

/** Domains at which two addresses are not colleagues. */
const FREE_MAIL =
  'gmail.com googlemail.com yahoo.com yahoo.co.in outlook.com hotmail.com live.com icloud.com me.com aol.com gmx.de gmx.net web.de t-online.de orange.fr free.fr proton.me protonmail.com rediffmail.com yandex.ru mail.ru qq.com'.split(
    ' ',
  );

/**
 * What follows from people's replies: the intent stands at `replied` until it is known, the sequence ends where the campaign stops
 * on one, and colleagues are treated as the campaign says.
 */
export async function applyReplies(account: Account, incoming: readonly Incoming[]): Promise<void> {
  const replies = incoming.filter(({ kind }) => kind === 'reply');
  // The contract counts replies with text. Somebody who answers with a picture, encrypted or below the quotation has answered all the same.
  const ids = enrollmentsOf(replies.filter(({ body }) => body.trim() !== ''));
  if (ids.length > 0) {
    await account
      .update('enrollments')
      .set({ reply_intent: 'replied' })
      .where('id', 'in', ids)
      .where('reply_intent', '=', 'no_reply')
      .execute();
  }
  // Somebody who only says that they are away has not answered yet.
  const answered = enrollmentsOf(replies.filter(({ reading }) => !('away' in reading)));
  const rules = await readRules(account, answered);
  const having = (wanted: (rule: Rule) => boolean) => rules.filter(wanted).map(({ id }) => id);
  await endSequences(
    account,
    having(({ ends }) => ends),
    'replied',
  );
  const stops = having(({ colleague_reply }) => colleague_reply === 'stop');
  await endSequences(account, await colleaguesOf(account, stops), 'manual');
  const waits = having(({ colleague_reply }) => colleague_reply === 'wait');
  await wait(account, await colleaguesOf(account, waits));
}

function enrollmentsOf(incoming: readonly Incoming[]): string[] {
  return [...new Set(incoming.flatMap(({ match }) => match?.mail.enrollment_id ?? []))].toSorted();
}

/** What an enrollment's campaign says of replies. `id` is the enrollment's. */
interface Rule {
  id: string;
  /** Its sequence goes on now, and ends with a reply. */
  ends: boolean;
  colleague_reply: ColleagueReply;
}

async function readRules(account: Account, replied: readonly string[]): Promise<Rule[]> {
  if (replied.length === 0) return [];
  return account.rows<Rule>(
    (own) => sql`
      select e.id, e.status = 'active' and c.stop_on_reply as ends, c.colleague_reply
      from ${own('enrollments')} as e
      join ${own('campaigns')} as c on c.id = e.campaign_id
      where e.id = any(${[...replied]}::uuid[])
      order by e.id`,
  );
}

/** Active leads of the same campaign at the same domain. */
async function colleaguesOf(account: Account, replied: readonly string[]): Promise<string[]> {
  if (replied.length === 0) return [];
  const rows = await account.rows<{ id: string }>(
    (own) => sql`
      select distinct other.id
      from ${own('enrollments')} as e
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      join ${own('enrollments')} as other
        on other.campaign_id = e.campaign_id and other.status = 'active' and other.id <> e.id
      join ${own('subscribers')} as colleague on colleague.id = other.subscriber_id
      where e.id = any(${[...replied]}::uuid[])
        and split_part(colleague.email, '@', 2) = split_part(s.email, '@', 2)
        and split_part(s.email, '@', 2) <> all(${FREE_MAIL}::text[])
      order by other.id`,
  );
  return rows.map(({ id }) => id);
}

async function wait(account: Account, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const until = sql<Date>`clock_timestamp() + ${COLLEAGUE_DAYS} * interval '1 day'`;
  await account
    .update('next_steps')
    .set({ due_at: until, waits_for: 'colleague' })
    .where('enrollment_id', 'in', ids)
    .where('due_at', '<', until)
    .execute();
}
