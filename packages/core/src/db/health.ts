import { sql } from 'kysely';

import { type Db, diskStateOf } from './connect.ts';

/** Whether a database answers and can be written to: `ok`, or what is wrong with it. */
export type Readiness = 'ok' | 'disk full' | 'disk read-only' | 'database read-only' | 'database unreachable';

/** Asks the database, which writes nothing. */
export async function readinessOf(db: Db): Promise<Readiness> {
  try {
    const { rows } = await sql<{ read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as read_only`.execute(db);
    if (rows[0]?.read_only) return 'database read-only';
  } catch {
    return 'database unreachable';
  }
  const disk = diskStateOf(db);
  return disk === 'ok' ? 'ok' : `disk ${disk}`;
}

/** PostgreSQL's settings under which a power cut loses writes that were answered; a crash of a process shows neither. */
export async function unsafeSettings(db: Db): Promise<('fsync' | 'synchronous_commit')[]> {
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

/**
 * Whether what `connect` asked of its connections reached PostgreSQL, which a pooler in between swallows. Such a connection keeps no
 * session: locks, listening and settings would be somebody else's the next moment.
 */
export async function hasOwnSession(db: Db): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`
    select source from pg_settings where name = 'idle_in_transaction_session_timeout'`.execute(db);
  return rows[0]?.source === 'client';
}

/** Milliseconds after which PostgreSQL ends a statement of this connection; 0 where it never does. */
export async function statementTimeout(db: Db): Promise<number> {
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name = 'statement_timeout'`.execute(db);
  return Number(rows[0]?.setting);
}
