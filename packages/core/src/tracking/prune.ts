import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { firstIdOf } from '../ids.ts';

/** Days that all visits to an email are kept. What the figures rest on stays: the first open, and the first click. */
export const VISIT_DAYS = 180;

/** Visits that are looked at in one statement. */
const SOME = 5_000;

/**
 * Deletes visits that are old and change nothing: those of machines, downloads, and whatever came after the first open and the
 * first click. Of those that stay it forgets who it was. @returns how many were deleted
 */
export async function pruneVisits(account: Account): Promise<number> {
  const until = firstIdOf(new Date(account.now().getTime() - VISIT_DAYS * 86_400_000));
  let deleted = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await oldVisits(account, after, until);
    const last = ids.at(-1);
    if (last === undefined) return deleted;
    deleted += await deleteIdle(account, ids);
    await forgetVisitors(account, ids);
    after = last;
  }
}

/** Ids sort by time. */
async function oldVisits(account: Account, after: string, until: string): Promise<string[]> {
  const rows = await account
    .select('mail_events')
    .select('id')
    .where('id', '>', after)
    .where('id', '<', until)
    .where('counted_at', 'is not', null)
    .orderBy('id')
    .limit(SOME)
    .execute();
  return rows.map(({ id }) => id);
}

async function deleteIdle(account: Account, ids: readonly string[]): Promise<number> {
  const idle = await account.rows<{ id: string }>(
    (own) => sql`
      select e.id from ${own('mail_events')} as e
      where e.id = any(${ids}::uuid[]) and (
        e.judged = 'machine' or e.kind = 'download' or exists (
          select from ${own('mail_events')} as f
          where f.mail_id = e.mail_id and f.judged <> 'machine' and (f.at, f.id) < (e.at, e.id)
            and (f.kind = 'click' or f.kind = e.kind)
        )
      )`,
  );
  if (idle.length === 0) return 0;
  await account
    .remove('mail_events')
    .where(
      'id',
      'in',
      idle.map(({ id }) => id),
    )
    .execute();
  return idle.length;
}

async function forgetVisitors(account: Account, ids: readonly string[]): Promise<void> {
  await account
    .update('mail_events')
    .set({ user_agent: null, network: null })
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('user_agent', 'is not', null), eb('network', 'is not', null)]))
    .execute();
}
