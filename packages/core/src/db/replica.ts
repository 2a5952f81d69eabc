import { sql } from 'kysely';

import { within } from '../within.ts';
import type { Db } from './connect.ts';
import { isOutage, isOvertime } from './outage.ts';

/** In milliseconds. */
const LIMITS = {
  /** A replica that is further behind than this answers nobody. */
  lag: 5_000,
  /** How long a replica's last answer is trusted. */
  believed: 500,
  /** How long a replica may take to say how far it is. */
  answer: 250,
  /** How long the replica is left alone after a failure. */
  rest: 2_000,
};

/** A way to a replica of a database. */
interface Replica {
  db: Db;
  /** Whether it has all that the account's callers wrote, and is not far behind in the rest. */
  has(accountId: string): Promise<boolean>;
  /** Leaves it alone for a while. */
  rest(error: unknown): void;
}

const replicas = new WeakMap<Db, Replica>();

/**
 * Lets accounts of a database read from its replica: see `read` and `write` of the door. It is one server, whose place in the log
 * only goes forward.
 * @param failed is called with the reason when the replica is left alone, once until it answers again
 */
export function readFrom(db: Db, replica: Db, failed: (error: unknown) => void = () => {}): void {
  replicas.set(db, replicaOf(db, replica, failed));
}

/**
 * Does work that only reads: on the replica where it has what the account wrote, else on the database itself, and there once
 * more when the replica fails it.
 */
export async function readSomewhere<Result>(
  db: Db,
  accountId: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const replica = replicas.get(db);
  if (!replica || !(await replica.has(accountId))) return work(db);
  try {
    return await work(replica.db);
  } catch (error) {
    if (!isOfReplica(error)) throw error;
    if (!writes(error)) replica.rest(error);
    return work(db);
  }
}

/** Remembers that the account was written to, for every process: what it reads next has that. */
export async function rememberWrite(db: Db, accountId: string): Promise<void> {
  const replica = replicas.get(db);
  if (!replica) return;
  const remembered = sql`
    insert into account_writes (account_id, lsn) values (${accountId}, pg_current_wal_insert_lsn())
    on conflict (account_id) do update set lsn = excluded.lsn`.execute(db);
  // The write itself succeeded. At least this process will read it.
  await remembered.catch(replica.rest);
}

function replicaOf(db: Db, replica: Db, failed: (error: unknown) => void): Replica {
  /** How far the database was at which time: the replica must have passed the point of some seconds ago. */
  let marks: { at: number; lsn: bigint }[] = [];
  let reached = { at: -Infinity, lsn: -1n };
  let asking: Promise<void> | undefined;
  let restUntil = -Infinity;
  let failing = false;

  /** Where the database is, and where it was after the account's last write. */
  async function needed(accountId: string): Promise<bigint> {
    const { rows } = await sql<{ now: string; wrote: string | null }>`
      select pg_current_wal_insert_lsn()::text as now,
        (select lsn::text from account_writes where account_id = ${accountId}) as wrote`.execute(db);
    const at = performance.now();
    const lsn = lsnOf(rows[0]?.now ?? '0/0');
    marks = marks.filter((mark) => at - mark.at < 2 * LIMITS.lag);
    if (at - (marks.at(-1)?.at ?? -Infinity) >= LIMITS.lag / 10) marks.push({ at, lsn });
    const least = (marks.findLast((mark) => at - mark.at >= LIMITS.lag) ?? marks[0])?.lsn ?? lsn;
    const wrote = lsnOf(rows[0]?.wrote ?? '0/0');
    return wrote > least ? wrote : least;
  }

  async function ask(): Promise<void> {
    const { rows } = await within(
      LIMITS.answer,
      sql<{ lsn: string | null }>`select pg_last_wal_replay_lsn()::text as lsn`.execute(replica),
      'The replica',
    );
    const lsn = rows[0]?.lsn;
    if (typeof lsn !== 'string')
      throw new Error('The database that reads are sent to is not a replica: it is not in recovery.');
    reached = { at: performance.now(), lsn: lsnOf(lsn) };
    failing = false;
  }

  function rest(error: unknown): void {
    restUntil = performance.now() + LIMITS.rest;
    if (!failing) failed(error);
    failing = true;
  }

  return {
    db: replica,
    rest,
    has: async (accountId) => {
      if (performance.now() < restUntil) return false;
      const lsn = await needed(accountId);
      const isFresh = () => reached.lsn >= lsn && performance.now() - reached.at < LIMITS.believed;
      if (isFresh()) return true;
      // Many who ask at once ask once.
      asking ??= ask()
        .catch(rest)
        .finally(() => (asking = undefined));
      await asking;
      return isFresh();
    },
  };
}

/** A place in the write-ahead log, such as `16/B374D848`. */
function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Whether the database itself might do what a replica could not: it is gone or slow, or what was read changed under the reader. */
function isOfReplica(error: unknown): boolean {
  return isOutage(error) || isOvertime(error) || codeOf(error) === '40001';
}

/** Whether the work was to write after all, which is no fault of the replica. */
function writes(error: unknown): boolean {
  return codeOf(error) === '25006';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
