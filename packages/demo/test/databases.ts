import { migrate } from '@lodestone/core';
import { type Demo, seedDemo } from '@lodestone/demo';

import { type Database, databasesWith, type OpenDatabase } from '../../core/test/databases.ts';

export type DemoDatabase = Database<Demo>;
export type OpenDemo = OpenDatabase<Demo>;

/** Databases that begin with the small demo; `made` is what seeding it returned. */
export const { EMBEDDED, POSTGRES } = databasesWith<Demo>({
  name: 'demo',
  by: ['core', 'demo'],
  make: async (db) => {
    await migrate(db);
    return seedDemo(db, { scale: 'small' });
  },
});

export const DATABASES = [EMBEDDED, POSTGRES];
