// LODESTONE_CRASHES says how often the sender is killed, LODESTONE_CRASH_SEED repeats a run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, type Db, readCampaign, reconcile, toWire, whyNotNow } from '@lodestone/core';
import { sql } from 'kysely';

import { type OpenDatabase, POSTGRES } from '../../../core/test/databases.ts';
import { until } from '../waiting.ts';
import { type Stage, type StagedServer, stagedServer, STAGES } from './staged-server.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, KEYS, startCampaign } from './world.ts';

const CRASHES = Number(process.env['LODESTONE_CRASHES'] ?? 7);
const SEED = Number(process.env['LODESTONE_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const LEADS = Math.max(60, CRASHES * 9);

/** Crashes after which nobody tells that the process is gone: the next one has to find out. */
const UNTOLD = 2;

const script = fileURLToPath(new URL('sender.ts', import.meta.url));

POSTGRES.describe(`A sender that is killed ${CRASHES} times (seed ${SEED})`, () => {
  let opened: OpenDatabase;
  let db: Db;
  let account: Account;
  let campaign: string;
  let server: StagedServer;
  let sender: ChildProcess | undefined;
  let blow: { stage: Stage; left: number; ms: number } | undefined;
  const random = randomOf(SEED);

  beforeAll(async () => {
    opened = await POSTGRES.open();
    ({ db } = opened);
    server = await stagedServer(reached);
    account = await anAccount(db);
    await addInbox(account, server.url);
    await addLeads(db, account, LEADS);
    campaign = await startCampaign(account);
  });
  afterAll(async () => {
    sender?.kill('SIGKILL');
    await server?.close();
    await opened?.close();
  });

  /** Kills the sender when its time has come: before the server says or does anything more. */
  function reached(stage: Stage): void {
    if (blow?.stage !== stage || --blow.left > 0) return;
    const { ms } = blow;
    blow = undefined;
    const kill = () => void sender?.kill('SIGKILL');
    // A while after the answer: it may have read it by then, or settled it.
    if (stage === 'answer') setTimeout(kill, ms);
    else kill();
  }

  function start(): void {
    const [key] = KEYS;
    const stdio = 'inherit';
    sender = spawn(
      process.execPath,
      [script, opened.databaseUrl ?? '', Buffer.from(key ?? []).toString('hex')],
      {
        stdio,
      },
    );
  }

  /** Three days pass for the sequences. */
  const stepsFallDue = () =>
    account
      .update('next_steps')
      .set({ due_at: sql<Date>`clock_timestamp()` })
      .where('due_at', '>', sql<Date>`clock_timestamp()`)
      .execute();

  /** A minute passes for what the process that was killed had claimed. */
  const leasesRunOut = () =>
    account
      .update('mails')
      .set({ lease_until: sql<Date>`clock_timestamp()` })
      .where('state', '=', 'claimed')
      .execute();

  const mails = () => account.select('mails').select(['enrollment_id', 'message_id', 'state']).execute();

  const inState = async (state: string) => (await mails()).filter((mail) => mail.state === state);

  function expectNothingTwice(): void {
    const { taken } = server;
    expect(new Set(taken.map(({ message_id }) => message_id)).size).toBe(taken.length);
    expect(new Set(taken.map(({ to, follows }) => `${to} ${follows}`)).size).toBe(taken.length);
  }

  async function crash(nth: number): Promise<{ stage: Stage; ms: number }> {
    const stage = STAGES[Math.floor(random() * STAGES.length)] ?? 'dot';
    const most = stage === 'greeting' ? 4 : 8;
    blow = { stage, left: 1 + Math.floor(random() * most), ms: random() * 40 };
    const [before, at] = [server.taken.length, performance.now()];
    start();
    const killed = once(sender as ChildProcess, 'exit');
    await until(() => server.taken.length > before || blow === undefined, 60_000);
    const ms = performance.now() - at;
    expect(await killed).toEqual([null, 'SIGKILL']);
    await stepsFallDue();
    await leasesRunOut();
    if (nth > UNTOLD) await sql`delete from job_workers`.execute(db);
    return { stage, ms };
  }

  test(
    'is followed by one that goes on within 60 seconds, and sends nobody a step twice',
    async () => {
      const crashes: Awaited<ReturnType<typeof crash>>[] = [];
      for (let nth = 1; nth <= CRASHES; nth++) crashes.push(await crash(nth));
      for (const { ms } of crashes) expect(ms).toBeLessThan(60_000);
      start();
      await until(async () => {
        await stepsFallDue();
        // First who waits: whoever is claimed meanwhile is among the emails then.
        const waiting = await account.select('next_steps').select('enrollment_id').execute();
        const open = (await mails()).filter(({ state }) => state === 'claimed' || state === 'queued');
        const doubtful = new Set((await inState('in_doubt')).map(({ enrollment_id }) => enrollment_id));
        return open.length === 0 && waiting.every(({ enrollment_id }) => doubtful.has(enrollment_id));
      });
      expectNothingTwice();
      const slowest = Math.round(Math.max(...crashes.map(({ ms }) => ms)));
      const stages = crashes.map(({ stage }) => stage).join(' ');
      const doubts = (await inState('in_doubt')).length;
      if (process.env['LODESTONE_CRASHES']) {
        console.info({ seed: SEED, stages, taken: server.taken.length, doubts, slowest });
      }
    },
    CRASHES * 60_000 + 180_000,
  );

  test('counts as sent what the server has, and is in doubt of nothing else', async () => {
    const has = new Set(server.taken.map(({ message_id }) => message_id));
    for (const { message_id } of await inState('sent')) expect(has).toContain(message_id);
    const open = new Set((await inState('in_doubt')).map(({ message_id }) => message_id));
    const sent = new Set((await inState('sent')).map(({ message_id }) => message_id));
    expect([...has].filter((id) => !sent.has(id) && !open.has(id))).toEqual([]);
  });

  test('loses nobody in silence: each lead has all there is, or is shown to be in doubt', async () => {
    const all = await account.select('enrollments').select('id').execute();
    const leads = all.map(({ id }) => toWire('enr', id));
    expect(leads.length).toBe(LEADS);
    const why = await whyNotNow(account, { campaign_id: campaign, leads });
    const sent = Map.groupBy(await inState('sent'), ({ enrollment_id }) => enrollment_id);
    const doubts = await inState('in_doubt');
    for (const { id } of all) {
      const because = why.get(toWire('enr', id))?.because;
      if (doubts.some(({ enrollment_id }) => enrollment_id === id)) expect(because).toBe('in_doubt');
      else expect([because, sent.get(id)?.length]).toEqual(['ended', 2]);
    }
    // What is claimed at once: some was on its way, some being settled, some waiting for that.
    expect(doubts.length).toBeLessThanOrEqual(CRASHES * 9);
  });

  test('ends the sequences of those in doubt once a day has passed, again without sending anything twice', async () => {
    await account
      .update('mails')
      .set({ claimed_at: sql<Date>`claimed_at - interval '1 day'` })
      .where('state', '=', 'in_doubt')
      .execute();
    await until(async () => {
      await stepsFallDue();
      return (await readCampaign(account, { id: campaign })).status === 'completed';
    });
    expectNothingTwice();
    expect((await inState('sent')).length).toBe(2 * LEADS);
    expect(await reconcile(db)).toEqual([]);
  });
});

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
