import {
  connectInbox,
  readCampaignDetails,
  removeInbox,
  resumeAfterSystemPause,
  reviewBounces,
  sealServer,
  toWire,
} from '@lodestone/core';
import * as connecting from '@lodestone/core/email-accounts/connect.js';
import * as domains from '@lodestone/core/email-accounts/domain-checks.js';
import { readInboxServer } from '@lodestone/core/email-accounts/server.js';
import { setInboxStatus } from '@lodestone/core/email-accounts/status.js';
import * as warming from '@lodestone/core/email-accounts/warm-up.js';
import * as pause from '@lodestone/core/deliverability/pause.js';
import { readPauseRecord } from '@lodestone/core/deliverability/paused.js';

import { each, KEYS, type Works } from './rows.ts';

/** Inboxes and their pauses, and those of campaigns. */
export const INBOXES: Works = {
  'inboxes are paused and come back': (account) =>
    each(account, 'email_accounts', async (id) => [
      await pause.pauseInbox(account, id, { cause: 'bounces', threshold: {} }),
      await readPauseRecord(account, { id: toWire('eml', id) }),
      await pause.resumeInbox(account, id, ['bounces', 'domain', 'sign_in']),
      await pause.liftInboxPause(account, { id: toWire('eml', id) }),
    ]),
  'the system’s pauses of inboxes are lifted': (account) =>
    each(account, 'email_accounts', (id) => pause.liftInboxPause(account, { id: toWire('eml', id) })),
  'the system pauses campaigns': (account) =>
    each(account, 'campaigns', (id) =>
      pause.pauseCampaignBySystem(account, id, 'Tried.', { cause: 'no_inbox', threshold: {} }),
    ),
  'campaigns that the system paused come back': (account) =>
    each(account, 'campaigns', async (id) => [
      await readCampaignDetails(account, { id: toWire('cmp', id) }),
      await pause.resumeStalled(account, id),
    ]),
  'campaigns that the system paused are resumed by hand': (account) =>
    each(account, 'campaigns', async (id) => [
      await reviewBounces(account, { id: toWire('cmp', id) }).catch(String),
      await resumeAfterSystemPause(account, { id: toWire('cmp', id) }),
    ]),
  'inboxes are connected, edited and removed': async (account) => {
    const address = 'new@inbox.example';
    const smtp = sealServer(KEYS, account, { address, way: 'smtp', url: 'smtp://127.0.0.1:2525?plain=1' });
    const made = await connectInbox(account, { address, smtp });
    return [
      await each(account, 'email_accounts', async (uuid) => {
        const id = toWire('eml', uuid);
        return [
          await connecting.editInbox(account, { id, daily_capacity: 7 }).catch(String),
          String(await connecting.readInboxSecrets(account, { id }).catch(String)),
          String(await readInboxServer(account, uuid)),
          await setInboxStatus(account, { id, status: 'paused' }).catch(String),
          await domains.readDomainChecks(account, { id }).catch(String),
          await domains.keepDomainChecks(account, { id, findings: FINDINGS }),
          await removeInbox(account, { id }),
        ];
      }),
      made.id === '',
      (await domains.inboxesToCheck(account)).length,
    ];
  },
  'a removed inbox comes back': (account) =>
    each(account, 'email_accounts', async (uuid) => {
      const [row] = await account.select('email_accounts').select('address').where('id', '=', uuid).execute();
      const address = row?.address ?? '';
      const smtp = sealServer(KEYS, account, { address, way: 'smtp', url: 'smtp://127.0.0.1:2525?plain=1' });
      await connectInbox(account, { address, smtp }).catch(String);
      await removeInbox(account, { id: toWire('eml', uuid) });
      return connectInbox(account, { address, smtp });
    }),
  'inboxes warm up': async (account) => [
    await warming.warmUp(account),
    await warming.readWarmUps(account, '2026-11-22'),
  ],
};

const FAILS = { result: 'fail', found: null, expected: 'v=spf1' } as const;
const FINDINGS = { spf: FAILS, dkim: FAILS, dmarc: FAILS, mx: FAILS };
