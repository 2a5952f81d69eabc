import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import type { Incoming } from './incoming.ts';

/** Days that a next step waits at least when somebody is away and does not say for how long. */
const UNKNOWN_ABSENCE_DAYS = 3;

/** The longest that an absence delays a sequence, in days: a date years ahead is not a return date. */
const LONGEST_ABSENCE_DAYS = 365;

/**
 * A lead who is away gets the next step when they are back: at the beginning of the day that they name, in the campaign's zone. It only
 * ever comes later.
 */
export async function deferForAbsence(account: Account, incoming: readonly Incoming[]): Promise<void> {
  for (const { reading, match } of incoming) {
    const away = reading.kind === 'out_of_office' ? reading : reading.kind === 'reply' ? reading.away : null;
    if (!away || match?.mail.enrollment_id == null) continue;
    const { enrollment_id } = match.mail;
    const due_at = await dueAfter(account, enrollment_id, away.until);
    if (!due_at) continue;
    await account
      .update('next_steps')
      .set({ due_at, waits_for: 'out_of_office' })
      .where('enrollment_id', '=', enrollment_id)
      .where('due_at', '<', due_at)
      .execute();
  }
}

/** When a lead who is away until a day can be written to again. */
async function dueAfter(
  account: Account,
  enrollment: string,
  until: string | null,
): Promise<Date | undefined> {
  const [row] = await account.rows<{ due_at: Date }>(
    (own) => sql`
      select least(
        coalesce(
          ${until}::date::timestamp at time zone c.time_zone,
          clock_timestamp() + ${UNKNOWN_ABSENCE_DAYS} * interval '1 day'
        ),
        clock_timestamp() + ${LONGEST_ABSENCE_DAYS} * interval '1 day'
      ) as due_at
      from ${own('enrollments')} as e join ${own('campaigns')} as c on c.id = e.campaign_id
      where e.id = ${enrollment}`,
  );
  return row?.due_at;
}
