import { setTimeout } from 'node:timers/promises';

import { type Db, migrate, reconcile, schemaState } from '@lodestone/core';
import { seedDemo } from '@lodestone/demo';
import { sql } from 'kysely';

import { makePlace, type Place } from './databases.ts';
import { launchServer } from './server.ts';

/** What a start finds: nothing at all, or the database of a program before this one. */
const STARTS = ['first start', 'upgrade'] as const;
type Start = (typeof STARTS)[number];

/** With the demo, and without the jobs that let it go on: what a start made is compared to the row. */
const FILLING = { demo: true, jobs: false };

interface StartReport {
  start: string;
  kills: number;
  /** Of those, how many came before the start was through. */
  'in time': number;
  /** Starts after a kill that did not come up. */
  'not clean': number;
  /** Starts after a kill whose database was not what an undisturbed one makes. */
  'not whole': number;
  differences: number;
  why: string[];
}

/** Kills servers while they make or upgrade their database. Prints a table. @returns whether each next start was clean and whole */
export async function tortureByStarts({
  kills,
  server,
}: {
  kills: number;
  server: string | undefined;
}): Promise<boolean> {
  const reports: StartReport[] = [];
  for (const on of [undefined, ...(server === undefined ? [] : [server])]) {
    for (const start of STARTS) {
      reports.push(
        await killStarts(start, {
          kills,
          server: on,
          onKill: (nth, what) => console.error(`${start}: ${nth}/${kills} ${what}`),
        }),
      );
    }
  }
  console.table(reports.map(({ why: _, ...row }) => row));
  for (const what of new Set(reports.flatMap(({ why }) => why))) console.error(what);
  return reports.every(isClean);
}

/** Whether every start after a kill was what one without would have been. */
export function isClean({ differences, ...report }: StartReport): boolean {
  return report['not clean'] + report['not whole'] + differences === 0;
}

/**
 * Kills a server so many times on its way up, each time in a new place and somewhere between its first moment and its last, and starts
 * another in that place.
 */
export async function killStarts(
  start: Start,
  {
    kills,
    server,
    random = Math.random,
    onKill = () => {},
  }: {
    kills: number;
    /** A PostgreSQL server; the embedded database without one. */
    server?: string | undefined;
    random?: () => number;
    onKill?: (nth: number, what: string) => void;
  },
): Promise<StartReport> {
  const made = await undisturbed(start, server);
  const report: StartReport = {
    start: `${start}, ${server === undefined ? 'embedded' : 'PostgreSQL'}`,
    kills,
    'in time': 0,
    'not clean': 0,
    'not whole': 0,
    differences: 0,
    why: [],
  };
  for (let nth = 1; nth <= kills; nth++) {
    const place = await placeFor(start, server);
    try {
      // What an upgrade finds was made a moment ago, and the demo is not the same at every hour.
      const whole = start === 'upgrade' ? `current ${await place.inside(rowsIn)}` : made.whole;
      const at = Math.round(made.took * random());
      const first = launchServer(place.env, FILLING);
      const came = await Promise.race([setTimeout(at, false), first.up.then(() => true)]);
      if (!came) report['in time'] += 1;
      await first.end('SIGKILL');
      onKill(nth, `killed after ${at} of ${Math.round(made.took)} ms`);
      await lookAtNext(place, whole, report);
    } finally {
      await place.remove();
    }
  }
  return report;
}

/** Starts another in the place of one that was killed, and notes what is wrong with it. */
async function lookAtNext(place: Place, whole: string, report: StartReport): Promise<void> {
  const second = launchServer(place.env, FILLING);
  try {
    await (await second.up).end();
    await place.inside(async (db) => {
      const found = await contents(db);
      if (found !== whole) {
        report['not whole'] += 1;
        report.why.push(`${report.start}: ${found} instead of ${whole}`);
      }
      report.differences += (await reconcile(db)).length;
    });
  } catch (error) {
    report['not clean'] += 1;
    report.why.push(`${report.start}: ${String(error)}`);
  } finally {
    await second.end('SIGKILL');
  }
}

/** How long the start takes that nobody disturbs, and what it makes. */
async function undisturbed(
  start: Start,
  server: string | undefined,
): Promise<{ took: number; whole: string }> {
  const place = await placeFor(start, server);
  const began = performance.now();
  const starting = launchServer(place.env, FILLING);
  try {
    await starting.up;
    const took = performance.now() - began;
    await starting.end();
    return { took, whole: await place.inside(contents) };
  } finally {
    await starting.end('SIGKILL');
    await place.remove();
  }
}

/** How the schema stands, and what is in it. */
async function contents(db: Db): Promise<string> {
  return `${await schemaState(db)} ${await rowsIn(db)}`;
}

/** How many rows there are of what the demo makes. */
async function rowsIn(db: Db): Promise<string> {
  const { rows } = await sql<{ rows: object }>`
    select to_json(t) as rows from (
      select (select count(*)::int from accounts) as accounts, (select count(*)::int from subscribers) as subscribers,
        (select count(*)::int from deliveries) as deliveries, (select count(*)::int from enrollments) as enrollments,
        (select count(*)::int from figures) as figures) as t`.execute(db);
  return JSON.stringify(rows[0]?.rows);
}

async function placeFor(start: Start, server: string | undefined): Promise<Place> {
  const place = await makePlace(server);
  if (start === 'upgrade') await place.inside(makeOlder);
  return place;
}

/** The demo as a program left it that defined every figure otherwise. */
async function makeOlder(db: Db): Promise<void> {
  await migrate(db);
  await seedDemo(db, { scale: 'small' });
  await sql`update figures set definition = 'another'`.execute(db);
}
