import { sql } from 'kysely';

import type { Db } from '../db/connect.ts';
import { FIGURES } from './figures.ts';

const FOLDED = FIGURES.flatMap(({ name, fold }) => (fold ? [{ name, fold }] : []));

/**
 * Brings what writers left in other lanes back into lane 0, so that reads sum as few rows as they can. It waits for nobody and
 * lets nobody wait: a lane that is in use is left for the next time. Run it often: it costs nothing where there is nothing.
 * @returns how many lanes were folded
 */
export async function foldFigures(db: Db): Promise<number> {
  const lanes = await usedLanes(db);
  let folded = 0;
  // One transaction for each lane, so that none holds lane 0 for long.
  for (const lane of lanes) if (await foldLane(db, lane)) folded++;
  return folded;
}

async function usedLanes(db: Db): Promise<number[]> {
  const each = FOLDED.map(({ name }) => sql`select lane from ${sql.table(name)} where lane > 0`);
  const { rows } = await sql<{ lane: number }>`${sql.join(each, sql` union `)} order by lane`.execute(db);
  return rows.map(({ lane }) => lane);
}

function foldLane(db: Db, lane: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    for (const own of [0, lane]) {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(4400402, ${own}::integer) as taken`.execute(transaction);
      if (!rows[0]?.taken) return false;
    }
    for (const { fold } of FOLDED) await sql.raw(fold.replaceAll('$lane', String(lane))).execute(transaction);
    return true;
  });
}
