import { type AddressInfo, createServer, type Socket } from 'node:net';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startJobs } from '@lodestone/jobs';
import { sendPendingJob } from '@lodestone/jobs/send-pending.js';
import { pino } from 'pino';

import { afterTest } from '../../../../scripts/jest/support.ts';
import { type OpenDatabase, POSTGRES } from '../../../core/test/databases.ts';
import { SETTINGS } from '../databases.ts';
import { until } from '../waiting.ts';
import { countingServer } from './server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, KEYS, startCampaign } from './world.ts';

/** A mail server that takes connections and says nothing. @returns its URL, and how many have come */
async function silentServer(): Promise<{ url: string; connections(): number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterTest(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?plain=1`, connections: () => sockets.length };
}

POSTGRES.describe('A mail server that says nothing', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await POSTGRES.open();
  });
  afterAll(() => opened?.close());

  test('keeps no other account waiting', async () => {
    const [silent, other] = [await silentServer(), await countingServer()];
    afterTest(() => other.close());
    // Its turn comes first.
    const hanging = await anAccount(opened.db);
    const account = await anAccount(opened.db);
    for (const [whose, url] of [
      [hanging, silent.url],
      [account, other.url],
    ] as const) {
      await addInbox(whose, url);
      await addLeads(opened.db, whose, 30);
    }
    const jobs = await startJobs({
      database: { databaseUrl: opened.databaseUrl ?? '' },
      settings: { ...SETTINGS, secretKeys: () => Promise.resolve(KEYS) },
      log: pino({ level: 'silent' }),
      jobs: [sendPendingJob],
    });
    afterTest(() => jobs.stop());
    await startCampaign(hanging);
    await until(() => silent.connections() > 0);
    await startCampaign(account);
    await until(() => other.arrived.length === 30);
    // It hangs still: of some nothing is known.
    const states = await hanging.select('mails').select('state').distinct().execute();
    expect(states).toContainEqual({ state: 'claimed' });
  }, 60_000);
});
