import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';

/** Minutes around a visit to a link that nobody sees. A scanner that takes its time has followed the others by then. */
const ROUND = 10;

/**
 * A visitor who followed a hidden link is a machine, and so is everything it did with that email around that time.
 * @param mails their UUIDs
 */
export async function judgeTrapped(account: Account, mails: readonly string[]): Promise<void> {
  const theirs = await account.rows<{ id: string }>(
    (own) => sql`
      select e.id
      from ${own('mail_events')} as e
      where e.mail_id = any(${mails}::uuid[]) and e.judged <> 'machine' and exists (
        select from ${own('mail_events')} as t
        join ${own('mail_links')} as l on l.mail_id = t.mail_id and l.number = t.link and l.hidden
        where t.mail_id = e.mail_id and t.kind = 'click'
          and t.network is not distinct from e.network and t.user_agent is not distinct from e.user_agent
          and e.at between t.at - ${ROUND} * interval '1 minute' and t.at + ${ROUND} * interval '1 minute'
      )`,
  );
  if (theirs.length === 0) return;
  await account
    .update('mail_events')
    .set({ judged: 'machine', rule: 'hidden_link' })
    .where(
      'id',
      'in',
      theirs.map(({ id }) => id),
    )
    .execute();
}
