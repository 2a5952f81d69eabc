import { sql } from 'kysely';

import type { Db } from './connect.ts';

/** Resolves when the database answers. @throws when it does not */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** PostgreSQL's settings under which a power cut loses writes that were answered; a crash of a process shows neither. */
export async function riskySettings(db: Db): Promise<('fsync' | 'synchronous_commit')[]> {
  const { rows } = await sql<{ name: 'fsync' | 'synchronous_commit' }>`
    select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** In what encoding the database keeps text. Only UTF8 can hold all that people are called. */
export async function encodingOf(db: Db): Promise<string> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  return rows[0]?.server_encoding ?? '';
}

/** Whether the database knows the case of letters beyond ASCII. Its LC_CTYPE decides, when it is created. */
export async function knowsCase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ knows: boolean }>`select lower('É') = 'é' as knows`.execute(db);
  return rows[0]?.knows === true;
}
