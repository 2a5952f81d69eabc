import { connect, migrate } from '@lodestone/core';
import { type DemoAccount, seedDemo } from '@lodestone/demo';

import { emptyDatabase } from './empty-database.ts';

/** A database with the small demo: an account with a key, and another. */
export interface World {
  url: string;
  first: DemoAccount;
  second: DemoAccount;
  drop(): Promise<void>;
}

/** Makes one on a PostgreSQL server. */
export async function makeWorld(server: string): Promise<World> {
  const { url, drop } = await emptyDatabase(server);
  const db = connect({ databaseUrl: url, poolSize: 1, patient: true });
  await migrate(db);
  const { accounts } = await seedDemo(db, { scale: 'small' });
  await db.destroy();
  const [first, second] = accounts;
  if (!first || !second) throw new Error('The demo has no two accounts.');
  return { url, first, second, drop };
}
