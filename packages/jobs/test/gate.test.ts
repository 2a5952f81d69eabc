import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, connectBeside, type Db, newId, readMe } from '@lodestone/core';
import { createGate } from '@lodestone/jobs/gate.js';

import { EMBEDDED, type OpenDatabase } from '../../core/test/databases.ts';
import { anAccount } from '../../core/test/builders.ts';

const BATCH = 25;

let opened: OpenDatabase;
let account: Account;
beforeAll(async () => {
  opened = await EMBEDDED.open();
  account = await anAccount(opened.db);
});
afterAll(() => opened.close());

const gate = createGate();

async function request(): Promise<number> {
  const began = performance.now();
  gate.enter();
  await readMe(account, { key: null }).finally(gate.leave);
  return performance.now() - began;
}

/** Milliseconds of 95 in 100 requests, one right after the other. */
async function p95(goesOn: () => boolean): Promise<number> {
  const times: number[] = [];
  while (goesOn()) {
    times.push(await request());
    // As over a network: the next one takes a look at it to be seen.
    await setTimeout(1);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
}

async function writeSubscribers(db: Db): Promise<void> {
  const rows = Array.from({ length: BATCH }, () => ({ id: newId(), email: `${newId()}@example.com` }));
  const account_id = account.id;
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('people').values(rows).execute();
    await transaction
      .insertInto('subscribers')
      .values(
        rows.map(({ id, email }) => ({
          account_id,
          id: newId(),
          person_id: id,
          email,
          last_activity_at: new Date(),
        })),
      )
      .execute();
  });
}

const within = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() < end;
};

test('on the embedded database a request is at most three times as slow while a job writes, and the job goes on', async () => {
  const db = connectBeside(opened.db, gate.turn);
  await p95(within(1_000));
  const alone = await p95(within(3_000));

  let written = 0;
  let isWriting = true;
  const goesOn = within(8_000);
  const writing = (async () => {
    for (; written < 10_000 && goesOn(); written += BATCH) await writeSubscribers(db);
    isWriting = false;
  })();
  const beside = await p95(() => isWriting);
  await writing;
  // A millisecond or two are the clock's and the garbage collector's.
  expect(beside).toBeLessThanOrEqual(3 * alone + 2);
  expect(written).toBeGreaterThan(BATCH);
});

test('without requests a job waits for nothing, and it sees a request that comes over the network', async () => {
  const db = connectBeside(opened.db, gate.turn);
  await setTimeout(50);
  let seen = false;
  setImmediate(() => (seen = true));
  const began = performance.now();
  for (let turn = 0; turn < 3; turn++) (await gate.turn())();
  // A turn that waited would take a quarter of a second, and three of them three.
  expect(performance.now() - began).toBeLessThan(700);
  expect(seen).toBe(true);
  await db.destroy();
});
