import { setTimeout } from 'node:timers/promises';

import { expect } from '@jest/globals';
import { migrate, reconcile } from '@lodestone/core';
import { sql } from 'kysely';

import { afterTest } from '../../../scripts/jest/support.ts';
import { POSTGRES } from './databases.ts';

POSTGRES.test('an upgrade waits for whoever writes, and neither fails', async () => {
  const { db, close } = await POSTGRES.open();
  afterTest(close);
  await sql`delete from figures`.execute(db);

  const written = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (transaction) => {
    await sql`update ai_calls set cost_micros = cost_micros + 1`.execute(transaction);
    written.resolve();
    await setTimeout(500);
    await sql`delete from conversions`.execute(transaction);
  });
  await written.promise;
  await Promise.all([writing, migrate(db)]);

  expect(await reconcile(db)).toStrictEqual([]);
});
