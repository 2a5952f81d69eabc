import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Db, forAccount, newId, reconcile } from '@lodestone/core';
import { JOBS, startJobs } from '@lodestone/jobs';
import { readConfig } from '@lodestone/server/config.js';
import { checkSending, resumeSending } from '@lodestone/server/installation.js';
import { sql } from 'kysely';
import { pino } from 'pino';

import { LODESTONE } from '../../../../scripts/paths.ts';
import { needing } from '../../../../scripts/jest/needs.ts';
import { afterTest, present } from '../../../../scripts/jest/support.ts';
import { type OpenDemo, POSTGRES } from '../../../demo/test/databases.ts';

const run = promisify(execFile);

const hasTools = ['pg_dump', 'pg_restore'].every((tool) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool))),
);

needing('PostgreSQL with pg_dump and pg_restore', POSTGRES.isThere && hasTools).describe('A backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-restore-'));
  let original: OpenDemo;
  let url: string;

  beforeAll(async () => {
    original = await POSTGRES.open();
    present(original.databaseUrl);
    url = original.databaseUrl;
    await forAccount(original.db, original.made.accounts[0]!.id, { kind: 'system' }).insert('mails', {
      id: newId(),
      kind: 'test',
      token: randomBytes(16).toString('base64url'),
      message_id: 'one@acme.example',
      to_address: 'lee@example.com',
      state: 'sent',
      sent_at: new Date(),
    });
    expect(await checkSending(original.db, configOf('first'))).not.toBeNull();
    await resumeSending(original.db, configOf('first'));
  });
  afterAll(async () => {
    await original?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Of a machine of the same installation, with a data directory of its own. */
  const configOf = (machine: string) =>
    readConfig({ LODESTONE_DATA_DIR: join(folder, machine), LODESTONE_INSTALLATION: 'production' });

  const lodestone = (databaseUrl: string, ...args: string[]) =>
    run(process.execPath, [LODESTONE, ...args, '--json'], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        LODESTONE_DATA_DIR: join(folder, 'first'),
        LODESTONE_INSTALLATION: 'production',
      },
    }).then(
      ({ stdout }) => ({ code: 0, told: JSON.parse(stdout) as unknown }),
      (error: { code: number; stdout: string }) => ({
        code: error.code,
        told: JSON.parse(error.stdout) as unknown,
      }),
    );

  async function restored(): Promise<{ db: Db; databaseUrl: string }> {
    const dump = join(folder, 'lodestone.dump');
    await run('pg_dump', ['--format=custom', `--file=${dump}`, url]);
    const name = `lodestone_test_${randomBytes(6).toString('hex')}`;
    const other = new URL(url);
    other.pathname = `/${name}`;
    // Making and dropping one waits for a checkpoint.
    const server = connect({ databaseUrl: url, poolSize: 1, patient: true });
    afterTest(() => server.destroy());
    await sql`create database ${sql.id(name)} template template0`.execute(server);
    afterTest(() => sql`drop database ${sql.id(name)} with (force)`.execute(server));
    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${other.href}`, dump]);
    const db = connect({ databaseUrl: other.href, patient: true });
    afterTest(() => db.destroy());
    return { db, databaseUrl: other.href };
  }

  test('is whole when it is restored, and sends nothing before somebody says so, on any machine of the installation', async () => {
    const { db, databaseUrl } = await restored();
    expect(await reconcile(db)).toStrictEqual([]);
    for (const machine of ['first', 'second'])
      expect(await checkSending(db, configOf(machine))).toMatch(/restored from a dump/);
    expect(await lodestone(databaseUrl, 'sending', 'status')).toMatchObject({ code: 1 });
    // What it was made of goes on.
    expect(await checkSending(original.db, configOf('first'))).toBeNull();

    const held = await checkSending(db, configOf('first'));
    const jobs = await startJobs({
      database: { databaseUrl },
      settings: {
        publicUrl: 'http://localhost:4400',
        smtpUrl: undefined,
        secretKeys: () => Promise.reject(new Error('No key in this test.')),
      },
      log: pino({ level: 'silent' }),
      sendingHeld: () => held !== null,
      jobs: JOBS.filter(({ schedule }) => 'every' in schedule),
    });
    afterTest(() => jobs.stop());
    while (jobs.mine().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const sending: string[] = JOBS.flatMap(({ name, sends }) => (sends ? [name] : []));
    expect(sending).not.toHaveLength(0);
    expect(jobs.mine().filter((name) => sending.includes(name))).toStrictEqual([]);

    expect(await lodestone(databaseUrl, 'sending', 'resume')).toStrictEqual({
      code: 0,
      told: { held: null },
    });
    for (const machine of ['first', 'second']) expect(await checkSending(db, configOf(machine))).toBeNull();
  });

  test('is held by hand where nothing tells it from the original', async () => {
    expect(await lodestone(url, 'sending', 'hold')).toMatchObject({ code: 0 });
    for (const machine of ['first', 'new'])
      expect(await checkSending(original.db, configOf(machine))).toMatch(/an operator/);
    await resumeSending(original.db, configOf('first'));
    expect(await checkSending(original.db, configOf('new'))).toBeNull();
  });
});
