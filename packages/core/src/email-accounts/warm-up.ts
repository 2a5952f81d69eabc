import { daysBetween, istDay, type Day } from '../days.ts';
import type { Account } from '../db/account.ts';
import { asJson } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { sumsOf } from '../figures/sums.ts';
import { nextWarmUpDay, type PlannedWarmUp, WARM_UP_DAYS } from '../planner/warm-up.ts';

/**
 * Moves warm-ups on, once a day: an inbox that sent yesterday and whose bounces are few may send 5 more a day, until that is its
 * capacity; one with too many bounces steps back.
 * @returns how many inboxes moved
 */
export async function warmUp(account: Account): Promise<number> {
  const today = istDay(account.now());
  return account.transaction(async (account) => {
    let changed = 0;
    for (const [id, { day, capacity, moved, days }] of await readWarmUps(account, today)) {
      if (moved) continue;
      const next = nextWarmUpDay({ day, capacity }, days.slice(1));
      const updated = await account
        .update('email_accounts')
        .set({
          warmed_on: today,
          warmup_day: next,
          ...(next === null && { warmup_state: 'complete' as const }),
        })
        .where('id', '=', id)
        .where('warmup_state', '=', 'warming')
        .where(sql<boolean>`warmed_on is distinct from ${today}::date`)
        .returning('id')
        .execute();
      if (updated.length > 0 && next !== day) changed++;
    }
    return changed;
  });
}

interface Row {
  id: string;
  day: number;
  capacity: number;
  moved: boolean;
  days: { day: Day; sent: number; bounced: number }[];
}

/**
 * The warm-ups that go on, by the UUIDs of their inboxes, with what these sent in the days until today.
 * @param today an IST day
 */
export async function readWarmUps(account: Account, today: Day): Promise<Map<string, PlannedWarmUp>> {
  const rows = await account.rows<Row>(
    (own) => sql`
      select e.id, e.warmup_day as day, e.daily_capacity as capacity,
        e.warmed_on is not distinct from ${today}::date as moved,
        ${asJson(sql`
          select d.day::text as day, ${sumsOf('email_account_days', ['sent', 'bounced'])}
          from ${own('email_account_days')} as d
          where d.email_account_id = e.id and d.day between ${today}::date - ${WARM_UP_DAYS}::int and ${today}::date
          group by d.day`)} as days
      from ${own('email_accounts')} as e
      where e.warmup_state = 'warming' and e.status = 'active' and e.removed_at is null
      order by e.id`,
  );
  return new Map(
    rows.map(({ id, days, ...warmUp }) => {
      const of = new Map(days.map(({ day, sent, bounced }) => [day, { sent, bounced }]));
      return [id, { ...warmUp, days: lastDays(today).map((day) => of.get(day) ?? { sent: 0, bounced: 0 }) }];
    }),
  );
}

/** Today and as many days before as a warm-up looks at, today first. */
function lastDays(today: Day): Day[] {
  const first = new Date(Date.parse(`${today}T12:00:00+05:30`) - WARM_UP_DAYS * 86_400_000);
  return daysBetween(istDay(first), today).toReversed();
}
