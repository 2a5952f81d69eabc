import { forAccount } from '@lodestone/core/db/account.js';
import type { Db } from '@lodestone/core/db/connect.js';
import {
  evidenceOfBounces,
  readLatestBounced,
  tooManyBounced,
} from '@lodestone/core/deliverability/judge.js';
import { idAt } from './clock.ts';

/** Writes down why the system paused campaigns for bounces, in the words and with the evidence that it would have kept itself. */
export async function addPauseReasons(db: Db, account_id: string): Promise<void> {
  const account = forAccount(db, account_id, { kind: 'system' });
  const paused = await account
    .select('campaigns')
    .select(['id', 'paused_at'])
    .where('status', '=', 'bounced')
    .execute();
  for (const { id, paused_at } of paused) {
    const figures = await readLatestBounced(account, id, null);
    if (!figures?.sent || paused_at === null) continue;
    const pause_reason = tooManyBounced(figures);
    await account.update('campaigns').set({ pause_reason }).where('id', '=', id).execute();
    const { cause, threshold, rows } = await evidenceOfBounces(account, id, figures);
    await account.insert('system_pauses', {
      id: idAt(paused_at, `${id} paused`),
      kind: 'campaign',
      of_id: id,
      cause,
      threshold: JSON.stringify(threshold),
      rows: JSON.stringify(rows),
      paused_at,
    });
  }
}
