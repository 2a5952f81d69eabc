import {
  type Account,
  ageScores,
  claimRetries,
  completeCampaigns,
  forAccount,
  pruneHalfAssets,
  pruneRawMails,
  pruneRuns,
  pruneSessions,
  pruneUsedForms,
  pruneVisits,
  settleDelivered,
  settleExpiredClaims,
  settleOldDoubts,
} from '@lodestone/core';
import { startScheduled } from '@lodestone/core/campaigns/activate.js';
import { joiningCampaigns } from '@lodestone/core/campaigns/join.js';
import { readSender } from '@lodestone/core/sending/outgoing.js';
import { judgeDeliverability } from '@lodestone/core/deliverability/judge.js';
import { resumeMended } from '@lodestone/core/deliverability/mended.js';
import { readRefusedInboxes } from '@lodestone/core/deliverability/paused.js';
import { JOBS, type JobContext } from '@lodestone/jobs';
import { createLog } from '@lodestone/server/log.js';

import type { Act } from './act.ts';
import type { Twins } from './twins.ts';
import { KEYS } from './works/rows.ts';

/** What the jobs do for an account, some of it once in a while only. */
const CHORES = {
  ageScores: (account: Account) => ageScores(account),
  completeCampaigns: (account: Account) => completeCampaigns(account),
  judgeDeliverability: (account: Account) => judgeDeliverability(account),
  joiningCampaigns: (account: Account) => joiningCampaigns(account),
  settleOldDoubts: (account: Account) => settleOldDoubts(account),
  pruneHalfAssets: (account: Account) => pruneHalfAssets(account),
  pruneRawMails: (account: Account) => pruneRawMails(account),
  pruneRuns: (account: Account) => pruneRuns(account),
  pruneSessions: (account: Account) => pruneSessions(account),
  pruneUsedForms: (account: Account) => pruneUsedForms(account),
  pruneVisits: (account: Account) => pruneVisits(account),
  resumeMended: (account: Account) => resumeMended(account),
  readRefusedInboxes: (account: Account) => readRefusedInboxes(account),
  readSender: (account: Account) => readSender(account),
  claimRetries: (account: Account) => claimRetries(account, { limit: 50 }),
  settleDelivered: (account: Account) => settleDelivered(account, { limit: 500 }),
  settleExpiredClaims: (account: Account) => settleExpiredClaims(account),
  startScheduled: (account: Account) => startScheduled(account),
};

export function chores({ account }: Twins): Act[] {
  return Object.entries(CHORES).map(([name, work]) => ({
    name,
    run: async () => JSON.stringify((await work(account)) ?? null),
  }));
}

/** One turn of each job, for the account alone. Those that speak to a mail server have none to speak to. */
export function jobs({ db, account: acting }: Twins): Act[] {
  const log = createLog('silent');
  return JOBS.filter(({ name }) => name !== 'check_domains').map((job) => ({
    name: `job ${job.name}`,
    run: async () => {
      const told: string[] = [];
      const account = (id: string) => forAccount(db, id, { kind: 'system' });
      const context: JobContext = {
        db,
        clock: () => new Date(),
        log,
        signal: AbortSignal.timeout(5_000),
        settings: {
          publicUrl: 'http://localhost:4400',
          smtpUrl: undefined,
          secretKeys: async () => KEYS,
        },
        limit: job.limit,
        batch: 500,
        account,
        forEach: async (ids, work) => {
          let items = 0;
          for (const id of [...ids].filter((one) => one === acting.id)) {
            await work(account(id), {
              done: (n = 1) => void (items += n),
              failed: (item, reason) => void told.push(`${item} ${reason}`),
            }).catch((error: unknown) => void told.push(String(error)));
          }
          return items;
        },
      };
      const items = await job.run(context);
      await job.end?.();
      return `${items}\n${told.toSorted().join('\n')}`;
    },
  }));
}
