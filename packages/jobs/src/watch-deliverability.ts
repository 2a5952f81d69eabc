import {
  type Account,
  accountsThatSend,
  accountsWithInboxes,
  judgeDeliverability,
  openServer,
  readRefusedInboxes,
  resumeInbox,
  resumeMended,
  type SecretKeys,
} from '@lodestone/core';
import { parseSmtpUrl, testSmtp } from '@lodestone/mail';

import type { Job } from './job.ts';

/** Milliseconds between attempts to sign in after a refusal; servers lock out clients that try too often. */
const TRY_AGAIN = 60_000;

const triedAt = new Map<string, number>();

/** Pauses inboxes and campaigns that bounce too much, or cannot send, and brings back what was mended. */
export const watchDeliverabilityJob: Job = {
  name: 'watch_deliverability',
  schedule: { every: 2_000 },
  timeoutMs: 120_000,
  limit: Infinity,
  run: async ({ db, forEach, settings, signal }) => {
    const accounts = new Set([...(await accountsThatSend(db)), ...(await accountsWithInboxes(db))]);
    return forEach(accounts, async (account, run) => {
      run.done((await judgeDeliverability(account)).length);
      run.done(await signInAgain(account, () => settings.secretKeys(), signal));
      run.done(await resumeMended(account));
    });
  },
};

/** @returns how many inboxes came back */
async function signInAgain(
  account: Account,
  secretKeys: () => Promise<SecretKeys>,
  signal: AbortSignal,
): Promise<number> {
  let resumed = 0;
  for (const { id, address, smtp_secret } of await readRefusedInboxes(account)) {
    // New credentials are tried at once.
    const attempt = `${id} ${smtp_secret.toString('base64')}`;
    if (performance.now() - (triedAt.get(attempt) ?? -Infinity) < TRY_AGAIN) continue;
    triedAt.set(attempt, performance.now());
    const secret = Buffer.from(smtp_secret);
    const url = openServer(await secretKeys(), account, { address, way: 'smtp', secret });
    const { ok } = await testSmtp(parseSmtpUrl(url), { signal });
    if (!ok || !(await resumeInbox(account, id, ['sign_in']))) continue;
    triedAt.delete(attempt);
    resumed++;
  }
  return resumed;
}
