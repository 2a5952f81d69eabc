import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Db } from '@lodestone/core';
import { sql } from 'kysely';

import { createLog } from '@lodestone/server/log.js';
import { warnOfUnsafeSettings } from '@lodestone/server/database-warnings.js';
import { LODESTONE } from '../../../../scripts/paths.ts';
import { TEST_DATABASE_URL } from '../../../core/test/databases.ts';
import { onPostgres } from '../server.ts';

onPostgres.describe('A database that was made for other text', () => {
  const name = `lodestone_test_${randomBytes(6).toString('hex')}`;
  let server: Db;

  beforeAll(() => {
    server = connect({ databaseUrl: TEST_DATABASE_URL, poolSize: 1, patient: true });
  });
  afterAll(() => server.destroy());

  /** Makes a database, hands out its URL and drops it. */
  async function made(how: string, use: (databaseUrl: string) => Promise<void>): Promise<void> {
    await sql`create database ${sql.id(name)} template template0 ${sql.raw(how)}`.execute(server);
    const url = new URL(TEST_DATABASE_URL);
    url.pathname = `/${name}`;
    try {
      await use(url.href);
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
    }
  }

  test('is refused where its encoding cannot hold every name', async () => {
    await made(`encoding 'LATIN1' lc_ctype 'C' lc_collate 'C'`, async (databaseUrl) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
      await expect(
        promisify(execFile)(process.execPath, [LODESTONE, 'migrate'], { env }),
      ).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^lodestone: The database keeps text in LATIN1, .*encoding 'UTF8'\.\n$/,
        ),
      });
    });
  });

  test('is warned of where searches would know the case of ASCII letters only', async () => {
    const warningsOf = async (databaseUrl: string) => {
      const lines: string[] = [];
      const db = connect({ databaseUrl, poolSize: 1 });
      const log = createLog('info', { write: (line) => void lines.push(line) });
      await warnOfUnsafeSettings(db, { databaseUrl, production: false } as never, log);
      await db.destroy();
      return lines;
    };
    await made(`encoding 'UTF8' lc_ctype 'C' lc_collate 'C'`, async (databaseUrl) => {
      expect((await warningsOf(databaseUrl)).join()).toMatch(/does not find ÉCOLE.*lc_ctype/);
    });
    await made(`encoding 'UTF8' lc_ctype 'C.UTF-8' lc_collate 'C'`, async (databaseUrl) => {
      expect(await warningsOf(databaseUrl)).toStrictEqual([]);
    });
  });
});
