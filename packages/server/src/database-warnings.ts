import type { Logger } from 'pino';

import { type Db, knowsCase, statementTimeout, unsafeSettings } from '@lodestone/core';

import type { Config } from './config.ts';

/** Says what is wrong with the database although everything works: it would show when it is too late. */
export async function warnOfUnsafeSettings(db: Db, config: Config, log: Logger): Promise<void> {
  if (!(await knowsCase(db))) {
    log.warn(
      "The database only knows upper and lower case of ASCII letters: a search for école does not find ÉCOLE. This is set when a database is created: create database … template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'.",
    );
  }
  if (config.directUrl !== undefined && (await statementTimeout(db)) === 0) {
    log.warn(
      "The pooler's connections have no statement_timeout, so PostgreSQL keeps working on statements that requests have given up on. Give the database a connect_query in PgBouncer's configuration: connect_query='set statement_timeout = 2300; set jit = off'.",
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
  for (const setting of await unsafeSettings(db)) {
    log.warn(`PostgreSQL runs with ${setting} = off: a power cut may lose confirmed writes.`);
  }
}
