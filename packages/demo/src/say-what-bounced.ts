import { forAccount } from '@lodestone/core/db/account.js';
import type { Db } from '@lodestone/core/db/connect.js';
import { readLatestBounced, tooManyBounced } from '@lodestone/core/watch/judge.js';

/** Has the campaigns that the system paused for bounces say why, as it does, by what was sent. */
export async function sayWhatBounced(db: Db, account_id: string): Promise<void> {
  const account = forAccount(db, account_id, { kind: 'system' });
  const paused = await account.select('campaigns').select('id').where('status', '=', 'bounced').execute();
  for (const { id } of paused) {
    const figures = await readLatestBounced(account, id, null);
    if (!figures?.sent) continue;
    const pause_reason = tooManyBounced(figures);
    await account.update('campaigns').set({ pause_reason }).where('id', '=', id).execute();
  }
}
