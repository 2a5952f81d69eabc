import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, editCampaign, readCampaign, readCampaignForm, reconcile } from '@lodestone/core';

import { anAccount } from '../../../core/test/builders.ts';
import { onEach } from '../../../core/test/databases.ts';
import { countingServer, type CountingServer } from './server.ts';
import { addInbox, addLeads, send, startCampaign } from './world.ts';

const DAY = 86_400_000;

onEach('A campaign that is edited while it runs', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  let server: CountingServer;
  let isBusy = false;

  beforeAll(async () => {
    ({ db, close } = await open());
    server = await countingServer({
      recipient: (to) => (isBusy && to.startsWith('busy') ? { code: 450, message: '4.2.1 Later' } : 'take'),
    });
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  test('has nobody wait for a step that was taken away: who had all others is through, and so is it in the end', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 2);
    await addLeads(db, account, 1, 'busy');
    const id = await startCampaign(account, { audience: {} });
    const shown = async () => {
      const { status, leads } = await readCampaign(account, { id });
      return { status, active: leads.active, completed: leads.completed };
    };
    const start = Date.now() + DAY;
    isBusy = true;
    await send(account, start);
    expect(await shown()).toEqual({ status: 'active', active: 3, completed: 0 });

    const { steps } = await readCampaignForm(account, { id });
    await editCampaign(account, { id, steps: steps.slice(0, 1) });
    // One is still being tried: that one is not through.
    expect(await shown()).toEqual({ status: 'active', active: 1, completed: 2 });
    isBusy = false;
    await send(account, start + 600_000);
    await send(account, start + 600_000);
    expect(await shown()).toEqual({ status: 'completed', active: 0, completed: 3 });
    await send(account, start + 4 * DAY);
    expect(server.arrived).toHaveLength(3);
    expect(await reconcile(db)).toEqual([]);
  });

  test('keeps its leads while all that it sends is written again', async () => {
    const account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, 2, 'kept');
    const id = await startCampaign(account, { audience: {} });
    const { steps } = await readCampaignForm(account, { id });
    const leads = () => account.select('next_steps').select('step').execute();
    await send(account, Date.now());
    await editCampaign(account, { id, steps });
    expect(await leads()).toEqual([{ step: 2 }, { step: 2 }]);
  });
});
