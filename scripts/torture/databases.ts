import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Db } from '@lodestone/core';
import { readConfig } from '@lodestone/server/config.js';
import { openDatabase } from '@lodestone/server/database.js';

import { emptyDatabase } from './empty-database.ts';

/** An installation of one's own: a data directory, and a database that is empty. */
export interface Place {
  database: 'embedded' | 'PostgreSQL';
  /** For the processes that are to work in it. */
  env: Record<string, string>;
  /** Works in its database, for which an embedded one must be free. */
  inside<T>(work: (db: Db) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Makes one, on a PostgreSQL server where one is given. */
export async function makePlace(server?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lodestone-torture-'));
  const own = server === undefined ? undefined : await emptyDatabase(server);
  const env = {
    LODESTONE_DATA_DIR: dataDir,
    LODESTONE_LOG_LEVEL: 'silent',
    ...(own && { DATABASE_URL: own.url }),
  };
  return {
    database: own ? 'PostgreSQL' : 'embedded',
    env,
    inside: (work) => onDatabase(env, work),
    remove: async () => {
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens the database that a server with these settings would have, and closes it again. */
export async function onDatabase<T>(env: Record<string, string>, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(readConfig(env), 'torture', { patient: true });
  try {
    return await work(db);
  } finally {
    await close();
  }
}
