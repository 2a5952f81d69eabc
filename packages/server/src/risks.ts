import type { Logger } from 'pino';

import { type Db, knowsCase, riskySettings } from '@lodestone/core';

import type { Config } from './config.ts';

/** Says what is wrong with the database although everything works: it would show when it is too late. */
export async function warnOfRisks(db: Db, config: Config, log: Logger): Promise<void> {
  if (!(await knowsCase(db))) {
    log.warn(
      "The database knows the case of ASCII letters only: a search for école does not find ÉCOLE. It is set when a database is created: create database … template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'.",
    );
  }
  if (config.production) await warnOfPowerCuts(db, config, log);
}

/** What would lose answered writes in a power cut; no crash of a process shows it beforehand. */
async function warnOfPowerCuts(db: Db, { databaseUrl }: Config, log: Logger): Promise<void> {
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
