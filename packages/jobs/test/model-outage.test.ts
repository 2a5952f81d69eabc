import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@jest/globals';
import { readConversation, receiveMails, reconcile, setModel, toWire } from '@lodestone/core';
import { JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import type { Lead } from '../../core/test/builders.ts';
import { onEach } from '../../core/test/databases.ts';
import { at, aWorld, mailFrom, type World } from '../../core/test/inbox/world.ts';
import { afterTest } from '../../../scripts/jest/support.ts';
import { forJobs, runsOf, SETTINGS } from './databases.ts';
import { KEYS } from './inbox-world.ts';
import { until } from './waiting.ts';

/** What rules decide, and what they leave to a model. */
const STOP = 'Please stop writing to me.';
const OPEN = 'We would rather look at it in spring.';

/** What an owner is told of it. */
const REASON = /did not answer within|did not answer in JSON|could not be reached/;

onEach('A model that is out', (kind) => {
  test('leaves what rules decide as it is, keeps no other account waiting, and is told as what failed', async () => {
    const database = await kind.open();
    afterTest(() => database.close());
    const asked: string[] = [];
    const hanging = await endpoint(() => void asked.push('hanging'));
    const garbage = await endpoint((_, response) => response.end('<html>It works!'));
    const gone = await endpoint(() => {});
    await gone.close();
    const worlds = [];
    for (const { url } of [hanging, garbage, gone]) {
      const world = await aWorld(database.db);
      const free = { input_price: 0, output_price: 0, monthly_budget: 1_000_000 };
      await setModel(world.account, KEYS, { url, model: 'small', key: null, ...free });
      worlds.push({ ...world, open: await replied(world, 1, OPEN), stop: await replied(world, 2, STOP) });
    }
    const other = await aWorld(database.db);
    const jobs = await startJobs({
      database: forJobs(database),
      settings: { ...SETTINGS, secretKeys: () => Promise.resolve(KEYS) },
      log: pino({ level: 'silent' }),
      jobs: JOBS.filter(({ name }) => name === 'classify_replies'),
    });
    afterTest(() => jobs.stop());

    const [hung] = worlds;
    if (!hung) throw new Error('There is no account whose model hangs.');
    await until(() => asked.length > 0);
    const late = await replied(other, 1, STOP);
    await until(async () => (await intentOf(other, late)) === 'unsubscribed');
    // The model of the first is still waited for.
    expect(await waiting(hung)).toBe(1);

    for (const world of worlds) {
      await until(async () => (await waiting(world)) === 0);
      expect(await intentOf(world, world.stop)).toBe('unsubscribed');
      expect(await intentOf(world, world.open)).toBe('replied');
      await until(async () => REASON.test(JSON.stringify(await runsOf(world.account))));
    }
    expect(await reconcile(database.db)).toStrictEqual([]);
  });
});

/** Somebody who answers the first email. */
async function replied({ account, inbox, lead }: World, uid: number, body: string): Promise<Lead> {
  const one = await lead();
  await receiveMails(
    account,
    inbox,
    [mailFrom(one.email, { body, in_reply_to: [one.mail.message_id] })],
    at(uid),
  );
  return one;
}

async function intentOf({ account }: World, { enrollment }: Lead): Promise<string> {
  return (await readConversation(account, { id: toWire('enr', enrollment) })).reply_intent;
}

/** Replies that nobody looked at yet. */
async function waiting({ account }: World): Promise<number> {
  const rows = await account
    .select('inbox_messages')
    .select('id')
    .where('classified_at', 'is', null)
    .execute();
  return rows.length;
}

async function endpoint(answer: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  afterTest(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}
