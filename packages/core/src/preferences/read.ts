import type { Account } from '../db/account.ts';
import { isNobody } from '../db/people.ts';
import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

interface Row {
  sender: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  status: SubscriptionState;
  unsubscribed_at: Date | null;
  requested: { title: string; requested_at: string }[];
}

/**
 * What a subscriber may see of themselves: who writes to them, under which name, what they asked for, and whether they
 * still get mail. Scores, tags, campaigns and what was tracked are the account's and stay out.
 * @throws Refusal `not_found`
 */
export async function readPreferences(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('sub', id, 'subscription');
  const [row] = await readRow(account, uuid);
  if (!row) throw notFound('subscription');
  return {
    ...row,
    erased: isNobody(row.email),
    unsubscribed_at: momentOrNull(row.unsubscribed_at),
    requested: row.requested.map(({ title, requested_at }) => ({
      title,
      requested_at: moment(requested_at),
    })),
  };
}

function readRow(account: Account, uuid: string): Promise<Row[]> {
  return account.rows<Row>(
    (own) => sql`
      select
        a.name as sender, s.email, s.first_name, s.last_name, s.status, s.unsubscribed_at,
        ${asJson(sql`
          select m.title, r.requested_at
          from ${own('magnet_requests')} as r join ${own('magnets')} as m on m.id = r.magnet_id
          where r.subscriber_id = s.id
          order by r.requested_at desc, r.magnet_id
          limit 100`)} as requested
      from ${own('subscribers')} as s, ${own('accounts')} as a
      where s.id = ${uuid}`,
  );
}
