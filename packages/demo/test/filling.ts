import { migrate } from '@lodestone/core';
import { type Demo, seedDemo } from '@lodestone/demo';

import type { Filling } from '../../core/test/databases.ts';

/** The small demo. It stands by itself, for processes that tests start: those are outside of jest. */
export const DEMO: Filling<Demo> = {
  name: 'demo',
  by: ['core', 'demo'],
  make: async (db) => {
    await migrate(db);
    return seedDemo(db, { scale: 'small' });
  },
};
