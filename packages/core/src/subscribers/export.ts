import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import type { SubscriptionState } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { type Audience, inAudience } from './list.ts';

/** A subscriber as an export writes them. */
interface ExportedSubscriber {
  email: string;
  first_name: string | null;
  last_name: string | null;
  tags: string[];
  status: SubscriptionState;
  unsubscribed_at: string | null;
  first_seen_at: string;
  lead_score: number;
  fields: Record<string, string>;
}

/** Subscribers that are read at once. */
const SET = 2_000;

interface Row extends Omit<ExportedSubscriber, 'unsubscribed_at' | 'first_seen_at'> {
  number: number;
  unsubscribed_at: Date | null;
  first_seen_at: Date;
}

/** Everybody of an audience, a few thousand at a time, in the order in which they came. */
export async function* exportSubscribers(
  account: Account,
  audience: Audience,
): AsyncGenerator<ExportedSubscriber[]> {
  const within = inAudience(audience);
  if (within === null) return;
  for (let from = -1; ;) {
    const rows = await account.rows<Row>(
      (own) => sql`
        select s.number, s.email, s.first_name, s.last_name, s.tags, s.status, s.unsubscribed_at, s.first_seen_at, s.lead_score,
          s.fields
        from ${own('subscribers')} as s
        where s.number > ${from} and ${within}
        order by s.number
        limit ${SET}`,
    );
    yield rows.map(({ number: _, unsubscribed_at, first_seen_at, ...row }) => ({
      ...row,
      unsubscribed_at: momentOrNull(unsubscribed_at),
      first_seen_at: moment(first_seen_at),
    }));
    const last = rows.at(-1);
    if (!last || rows.length < SET) return;
    from = last.number;
  }
}

/** Names of all fields that subscribers of the account have, for the columns of an export. */
export async function fieldNames(account: Account): Promise<string[]> {
  const rows = await account.rows<{ name: string }>(
    (own) => sql`
      select distinct f.name
      from ${own('subscribers')} as s cross join lateral jsonb_object_keys(s.fields) as f (name)
      where s.fields <> '{}'
      order by f.name`,
  );
  return rows.map(({ name }) => name);
}
