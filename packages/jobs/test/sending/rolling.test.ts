import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, type Db, reconcile } from '@lodestone/core';

import { type OpenDatabase, POSTGRES } from '../../../core/test/databases.ts';
import { until } from '../waiting.ts';
import { type StagedServer, stagedServer } from './staged-server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, KEYS, startCampaign } from './world.ts';

const LEADS = 400;
const REPLACED = 4;
/** Milliseconds in which a busy machine starts a process, and in which what was put off is due again. */
const LONG = 240_000;

const script = fileURLToPath(new URL('sender.ts', import.meta.url));

POSTGRES.describe('Two processes that send, each told to end and replaced by another in turn', () => {
  let opened: OpenDatabase;
  let db: Db;
  let server: StagedServer;
  let account: Account;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    opened = await POSTGRES.open();
    ({ db } = opened);
    server = await stagedServer(() => {});
    account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, LEADS);
  });
  afterAll(async () => {
    for (const one of running) one.kill('SIGKILL');
    await server?.close();
    await opened?.close();
  });

  function start(): void {
    const key = Buffer.from(KEYS[0] ?? []).toString('hex');
    running.push(spawn(process.execPath, [script, opened.databaseUrl ?? '', key], { stdio: 'inherit' }));
  }

  const states = () => account.select('mails').select(['state', 'message_id']).execute();

  test(
    'write to nobody twice, and lose nobody in silence',
    async () => {
      start();
      start();
      await startCampaign(account);
      for (let replaced = 0; replaced < REPLACED; replaced++) {
        const before = server.taken.length;
        await until(() => server.taken.length > before || before === LEADS, LONG);
        const first = running.shift();
        const ended = first && once(first, 'exit');
        first?.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
        start();
      }
      await until(async () => {
        const waiting = await account.select('next_steps').select('step').where('step', '=', 1).execute();
        const open = (await states()).filter(({ state }) => state === 'claimed' || state === 'queued');
        return waiting.length === 0 && open.length === 0;
      }, LONG);
      const has = new Set(server.taken.map(({ message_id }) => message_id));
      expect([has.size, new Set(server.taken.map(({ to }) => to)).size]).toEqual([
        server.taken.length,
        server.taken.length,
      ]);
      const all = await states();
      expect(all.length).toBe(LEADS);
      // A machine that is too busy to end an email within its time leaves it in doubt, and shows it.
      const silent = all.filter(({ state, message_id }) => state !== 'in_doubt' && !has.has(message_id));
      expect(silent).toEqual([]);
      expect(await reconcile(db)).toEqual([]);
    },
    (REPLACED + 2) * LONG,
  );
});
