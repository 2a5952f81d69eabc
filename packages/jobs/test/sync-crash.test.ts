import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Account, readConversation, readUnibox, reconcile, toWire } from '@lodestone/core';
import { sql } from 'kysely';

import { needing } from '../../../scripts/jest/needs.ts';
import { type OpenDatabase, POSTGRES } from '../../core/test/databases.ts';
import { type Dovecot, HAS_DOVECOT, startDovecot } from '../../mail/test/imap/dovecot.ts';
import { anAccount } from '../../core/test/builders.ts';
import { runsOf } from './databases.ts';
import { campaignOf, dsn, KEYS, type Lead, reply } from './inbox-world.ts';
import { until } from './waiting.ts';

const CRASHES = 4;
const STRANGERS = 400;
const script = fileURLToPath(new URL('syncer.ts', import.meta.url));
const both = needing('PostgreSQL, and Dovecot as root', POSTGRES.isThere && HAS_DOVECOT);

both.describe(`An inbox whose reader is killed ${CRASHES} times`, () => {
  let database: OpenDatabase;
  let dovecot: Dovecot;
  let account: Account;
  let leads: Lead[];
  let reader: ChildProcess | undefined;

  beforeAll(async () => {
    [database, dovecot] = await Promise.all([POSTGRES.open(), startDovecot()]);
    account = await anAccount(database.db);
    const lead = await campaignOf(account, dovecot);
    leads = await Promise.all(Array.from({ length: 20 }, (_, at) => lead(`lead${at}`)));
    const strangers = Array.from(
      { length: STRANGERS },
      (_, at) => `From: s${at}@elsewhere.example\r\nSubject: ${at}\r\n\r\nHello`,
    );
    const answers = leads.map((one, at) => (at % 2 === 0 ? reply(one, 'Sounds great.') : dsn(one)));
    // Spread over all of it.
    dovecot.put(strangers.flatMap((mail, at) => (at % 20 === 0 ? [answers[at / 20] ?? mail, mail] : [mail])));
  });
  afterAll(async () => {
    reader?.kill('SIGKILL');
    await Promise.all([database?.close(), dovecot?.stop()]);
  });

  function start(): ChildProcess {
    return spawn(
      process.execPath,
      [script, database.databaseUrl ?? '', Buffer.from(KEYS[0]).toString('hex')],
      {
        stdio: 'inherit',
      },
    );
  }

  const read = async () => (await readUnibox(account)).inbox_messages;

  /** Kills the reader once it has read some more. */
  async function crash(): Promise<number> {
    const before = await read();
    reader = start();
    const killed = once(reader, 'exit');
    await until(async () => (await read()) > before, 60_000);
    reader.kill('SIGKILL');
    await killed;
    // Others learn of it by its silence; here they are told.
    await sql`delete from job_workers`.execute(database.db);
    return read();
  }

  test('is read to its end, each email once, by whoever comes after', async () => {
    const all = STRANGERS + leads.length;
    const readBy: number[] = [];
    for (let nth = 0; nth < CRASHES; nth++) readBy.push(await crash());
    // They were killed on their way: each went on where the one before it had stopped.
    expect(readBy.toSorted((a, b) => a - b)).toEqual(readBy);
    expect(readBy[0]).toBeLessThan(all);
    reader = start();
    await until(async () => (await read()) === all, 120_000);
    const stored = await account
      .select('inbox_messages')
      .select(['subject', 'fingerprint', 'kind'])
      .execute();
    expect(new Set(stored.map(({ fingerprint }) => fingerprint)).size).toBe(all);
    expect(Map.groupBy(stored, ({ kind }) => kind).get('bounce')).toHaveLength(leads.length / 2);
    for (const [at, { enrollment }] of leads.entries()) {
      const { replies, status } = await readConversation(account, { id: toWire('enr', enrollment) });
      expect([replies.length, status]).toEqual(at % 2 === 0 ? [1, 'stopped'] : [0, 'bounced']);
    }
    expect(await reconcile(database.db)).toEqual([]);
  });

  test('leaves no run behind that seems to go on', async () => {
    const ended = once(reader as ChildProcess, 'exit');
    reader?.kill('SIGTERM');
    await ended;
    const runs = await runsOf(account);
    expect(runs.filter(({ status }) => status === 'running')).toEqual([]);
    expect(runs.reduce((sum, { processed }) => sum + processed, 0)).toBeGreaterThan(0);
  });
});
