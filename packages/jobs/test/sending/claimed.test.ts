import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  beginMails,
  claimRetries,
  claimSteps,
  type Db,
  newId,
  pauseCampaign,
  prepareSending,
  readCampaignMetrics,
  reconcile,
  releaseMails,
  resumeCampaign,
  settleMails,
  toWire,
  unsubscribe,
} from '@lodestone/core';

import { anAccount } from '../../../core/test/builders.ts';
import { onEach } from '../../../core/test/databases.ts';
import { countingServer, type CountingServer } from './server.ts';
import { addInbox, addLeads, send, startCampaign } from './world.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

onEach('A step that is claimed and has not begun', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let server: CountingServer;

  beforeAll(async () => {
    ({ db, close } = await open());
    server = await countingServer();
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  /** The first steps of a campaign to three leads, claimed by a sender that did not come to begin with them. */
  async function threeClaimed() {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 3);
    const campaign = await startCampaign(account);
    await prepareSending(account);
    const mails = await claimSteps(account, { limit: 10 });
    expect(mails).toHaveLength(3);
    return { account, campaign, mails };
  }

  const arrived = () => server.arrived.map(({ to }) => to).toSorted();
  const ALL = ['agencies0@people.example', 'agencies1@people.example', 'agencies2@people.example'];

  test('goes back when its campaign is paused, and leaves once when that goes on', async () => {
    const { account, campaign, mails } = await threeClaimed();
    await pauseCampaign(account, { id: campaign });
    expect(await beginMails(account, mails)).toEqual(new Set());
    await send(account);
    expect(arrived()).toEqual([]);
    await resumeCampaign(account, { id: campaign });
    await send(account);
    await send(account);
    expect(arrived()).toEqual(ALL);
    expect(await reconcile(db)).toEqual([]);
  });

  test('is cancelled when its lead opts out, and the others leave', async () => {
    const { account, campaign, mails } = await threeClaimed();
    const [gone, ...others] = mails;
    await unsubscribe(account, { id: toWire('sub', gone?.subscriber_id ?? '') });
    const may = await beginMails(account, mails);
    expect(may).toEqual(new Set(others.map(({ id }) => id)));
    const attempt = { outcome: 'sent', response: '250' } as const;
    await settleMails(
      account,
      [...may].map((id) => ({ id, attempt })),
    );
    const { sends } = await readCampaignMetrics(account, { id: campaign });
    expect(sends).toMatchObject({ sent: 2, cancelled: 1, queued: 0 });
    await send(account);
    expect(arrived()).toEqual([]);
    expect(await reconcile(db)).toEqual([]);
  });

  test('is given back by a sender that has to end, and left alone once it has begun', async () => {
    const { account, mails } = await threeClaimed();
    const ids = mails.map(({ id }) => id);
    const [begun] = await beginMails(account, mails.slice(0, 1));
    await releaseMails(account, ids);
    await send(account);
    expect(arrived()).toHaveLength(2);
    const attempt = { outcome: 'sent', response: '250' } as const;
    expect(await settleMails(account, [{ id: begun ?? '', attempt }])).toEqual(new Map([[begun, 'sent']]));
    await send(account);
    expect(arrived()).toHaveLength(2);
    expect(await reconcile(db)).toEqual([]);
  });

  test('is claimed again in the next slot of an inbox that keeps gaps', async () => {
    server.arrived.length = 0;
    const account = await anAccount(db);
    await addInbox(account, server.url, { gap_from: 60, gap_to: 60 });
    await addLeads(db, account, 1);
    await startCampaign(account);
    const begin = Date.now();
    await prepareSending(account, { at: begin });
    const claimAfter = async (claim: typeof claimSteps, from: number) => {
      for (let at = from; at < from + HOUR; at += SECOND) {
        const mails = await claim(account, { limit: 10, at });
        if (mails.length > 0) return { at, mails };
      }
      throw new Error('Nothing was claimed in an hour.');
    };
    const first = await claimAfter(claimSteps, begin);
    await releaseMails(
      account,
      first.mails.map(({ id }) => id),
    );
    await account
      .update('mails')
      .set({ due_at: new Date(first.at) })
      .where('state', '=', 'queued')
      .execute();
    const second = await claimAfter(claimRetries, first.at + SECOND);
    expect(second.at - first.at).toBeGreaterThanOrEqual(59 * SECOND);
    const slots = await account.select('email_accounts').select('last_claim_at').execute();
    expect(slots).toEqual([{ last_claim_at: new Date(second.at) }]);
  });

  test('has the send that was queued for it, where there is one', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 1);
    const campaign = await startCampaign(account);
    await prepareSending(account);
    const lead = await account.select('enrollments').select(['id', 'campaign_id']).executeTakeFirstOrThrow();
    const variant = await account
      .select('step_variants')
      .select('id')
      .where('step', '=', 1)
      .executeTakeFirstOrThrow();
    const send = newId();
    await account.insert('campaign_sends', {
      id: send,
      campaign_id: lead.campaign_id,
      enrollment_id: lead.id,
      step: 1,
      variant_id: variant.id,
    });
    const mails = await claimSteps(account, { limit: 10 });
    expect(mails.map(({ send_id }) => send_id)).toEqual([send]);
    expect((await readCampaignMetrics(account, { id: campaign })).sends).toMatchObject({ queued: 1 });
  });
});
