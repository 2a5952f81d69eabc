import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, createAccount, type Db, forAccount, migrate, newId } from '@lodestone/core';
import { readConfig } from '@lodestone/server/config.js';
import { checkSending, resumeSending } from '@lodestone/server/installation.js';
import { secretKeys } from '@lodestone/server/secret-key.js';
import { sql } from 'kysely';

import { LODESTONE } from '../../../../scripts/paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'lodestone-installation-'));
const dataDir = join(folder, 'data');
const config = readConfig({ LODESTONE_DATA_DIR: dataDir });
let db: Db;

beforeAll(async () => {
  db = connect({ memory: true });
  await migrate(db);
  expect(await checkSending(db, config)).toBeNull();
  const { account_id } = await createAccount(db, { name: 'Acme', email: 'maya@acme.example' });
  await forAccount(db, account_id, { kind: 'system' }).insert('mails', {
    id: newId(),
    kind: 'test',
    token: randomBytes(16).toString('base64url'),
    message_id: 'one@acme.example',
    to_address: 'lee@example.com',
    state: 'sent',
    sent_at: new Date(),
  });
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('a database that has sent goes on sending from the data directory that knows it', async () => {
  expect(await checkSending(db, config)).toBeNull();
  expect(await checkSending(db, config)).toBeNull();
});

test('it is held in a data directory that does not know it, and in a copy of one that does', async () => {
  const empty = readConfig({ LODESTONE_DATA_DIR: join(folder, 'empty') });
  expect(await checkSending(db, empty)).toMatch(/not from here/);
  const copy = readConfig({ LODESTONE_DATA_DIR: join(folder, 'copy') });
  cpSync(dataDir, copy.dataDir, { recursive: true });
  expect(await checkSending(db, copy)).toMatch(/is a copy of another/);
  // Nobody else is held for it.
  expect(await checkSending(db, config)).toBeNull();

  for (const other of [empty, copy]) {
    await resumeSending(db, other);
    expect(await checkSending(db, other)).toBeNull();
  }
  expect(await checkSending(db, config)).toBeNull();
});

test('where the data directory cannot be written, it says that a name in the environment is needed', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  const fresh = connect({ memory: true });
  await migrate(fresh);
  const env = { LODESTONE_DATA_DIR: join(file, 'data') };
  await expect(checkSending(fresh, readConfig(env))).rejects.toThrow(/LODESTONE_INSTALLATION/);
  const named = readConfig({ ...env, LODESTONE_INSTALLATION: 'production' });
  expect(await checkSending(fresh, named)).toBeNull();
  await fresh.destroy();
});

test('it is held when it is older than what the data directory saw, as after a restore', async () => {
  await sql`update installation set generation = generation - 1`.execute(db);
  expect(await checkSending(db, config)).toMatch(/older than the one last used here/);
  await resumeSending(db, config);
  expect(await checkSending(db, config)).toBeNull();
});

test('a name in the environment lets every machine in that has it, and none of another name', async () => {
  const named = (name: string, dir: string) =>
    readConfig({ LODESTONE_DATA_DIR: join(folder, dir), LODESTONE_INSTALLATION: name });
  expect(await checkSending(db, named('production', 'data'))).toBeNull();
  expect(await checkSending(db, named('production', 'second'))).toBeNull();
  expect(await checkSending(db, named('staging', 'third'))).toMatch(/with another name/);
});

test('the key of secrets is made once, for its owner only, and secrets of another key are told apart', async () => {
  const file = join(dataDir, 'secret.key');
  expect(existsSync(file)).toBe(false);
  const [key] = await secretKeys(db, config);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // No draft of it is left.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret'))).toEqual(['secret.key']);
  expect((await secretKeys(db, config))[0]).toEqual(key);
  const text = readFileSync(file, 'utf8').trim();

  rmSync(file);
  await expect(secretKeys(db, config)).rejects.toThrow(/LODESTONE_SECRET_KEY/);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, randomBytes(32).toString('hex'));
  await expect(secretKeys(db, config)).rejects.toThrow(/encrypted with the key/);

  // What stands in the environment is meant.
  const rotated = readConfig({ LODESTONE_SECRET_KEY: `${randomBytes(32).toString('hex')},${text}` });
  expect(await secretKeys(db, rotated)).toHaveLength(2);
});

test.each(['short', 'x'.repeat(64), `${randomBytes(32).toString('base64')},`])(
  'a key of another form is refused without being shown (%#)',
  (LODESTONE_SECRET_KEY) => {
    expect(() => readConfig({ LODESTONE_SECRET_KEY })).toThrow(/must hold 32 bytes/);
    expect(() => readConfig({ LODESTONE_SECRET_KEY })).not.toThrow(LODESTONE_SECRET_KEY);
  },
);

test('a public URL is the base of links, and the port’s where none is given', () => {
  expect(readConfig({}).publicUrl).toBe('http://localhost:4400');
  expect(readConfig({ PORT: '80' }).publicUrl).toBe('http://localhost:80');
  expect(readConfig({ LODESTONE_PUBLIC_URL: 'https://mail.acme.example/' }).publicUrl).toBe(
    'https://mail.acme.example',
  );
  for (const wrong of ['ftp://x', 'https://a@b.example', 'https://b.example/path', 'nonsense']) {
    expect(() => readConfig({ LODESTONE_PUBLIC_URL: wrong })).toThrow(/LODESTONE_PUBLIC_URL must be/);
  }
});

test('`work` says that the embedded database’s jobs are the server’s', async () => {
  const env = { PATH: process.env['PATH'] };
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [LODESTONE, 'work', '--data-dir', dataDir],
      { env },
      (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^lodestone: work needs PostgreSQL: .* Set DATABASE_URL\.\n$/);
});
