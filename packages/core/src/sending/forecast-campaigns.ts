import type { Account } from '../db/account.ts';
import type { AudienceFilters } from '../db/schema.ts';
import { sql } from '../db/sql.ts';

/** What a campaign has still to come, besides the leads that it has. */
export interface Coming {
  /** When it is scheduled to begin, in milliseconds since 1970; null where it runs already. */
  starts: number | null;
  /** Whose joining is not over; null for nobody's. */
  joining: { audience: AudienceFilters; from_number: number } | null;
}

/** Campaigns that run, or are scheduled to start within a time, by UUID. */
export async function readComing(
  account: Account,
  from: number,
  until: number,
): Promise<Map<string, Coming>> {
  const rows = await account
    .select('campaigns')
    .select(['id', 'status', 'scheduled_for', 'audience', 'joined_number', 'joined_at', 'follow'])
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        eb.and([
          eb('status', '=', 'scheduled'),
          eb('scheduled_for', '<=', sql<Date>`${new Date(until)}::timestamptz`),
        ]),
      ]),
    )
    .execute();
  return new Map(
    rows.map(({ id, status, scheduled_for, audience, joined_number, joined_at, follow }) => {
      const starts = status === 'scheduled' ? Math.max(scheduled_for?.getTime() ?? from, from) : null;
      const joins = audience !== null && (joined_at === null || follow);
      // Somebody who joins later may have any number; before that, those below it have joined.
      const from_number = joined_at === null ? joined_number : 0;
      return [id, { starts, joining: joins ? { audience, from_number } : null }];
    }),
  );
}
