import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { migrate, reconcile, seedDemo } from '@lodestone/core';
import { sql } from 'kysely';

import { DATABASES } from './databases.ts';

const POSTGRES = DATABASES.find(({ name }) => name === 'PostgreSQL');
const skip = POSTGRES ? false : 'TEST_DATABASE_URL is not set';

test('an upgrade waits for whoever writes, and neither fails', { skip }, async (t) => {
  const { db, close } = await POSTGRES!.open();
  t.after(close);
  await seedDemo(db, { scale: 'small' });
  await sql`delete from figures_version`.execute(db);

  const written = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (transaction) => {
    await sql`update ai_calls set cost_micros = cost_micros + 1`.execute(transaction);
    written.resolve();
    await setTimeout(500);
    await sql`delete from conversions`.execute(transaction);
  });
  await written.promise;
  await Promise.all([writing, migrate(db)]);

  assert.deepEqual(await reconcile(db), []);
});
