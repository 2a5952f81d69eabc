import type { Logger } from 'pino';

import { type Db, riskySettings } from '@lodestone/core';

import type { Config } from './config.ts';

/** Says in production what would lose answered writes in a power cut: no crash of a process shows it beforehand. */
export async function warnOfRisks(db: Db, { databaseUrl }: Config, log: Logger): Promise<void> {
  if (databaseUrl === undefined) {
    log.warn(
      'The embedded database does not wait for the disk: a power cut may lose the last writes. Set DATABASE_URL.',
    );
    return;
  }
  for (const setting of await riskySettings(db)) {
    log.warn(`PostgreSQL runs with ${setting} = off: a power cut may lose writes that were answered.`);
  }
}
