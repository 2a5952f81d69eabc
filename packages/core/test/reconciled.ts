import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Db, reconcile } from '@lodestone/core';

import type { Database, OpenDatabase } from './databases.ts';

/** Opens a database for all tests of a `describe`, and checks its figures against the facts when they have ended. */
export function openReconciled({ open }: Database, use: (db: Db) => void): void {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
    use(opened.db);
  });
  afterAll(async () => {
    expect(await reconcile(opened.db)).toEqual([]);
    await opened.close();
  });
}
