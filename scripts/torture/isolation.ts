import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { Act } from './isolation/act.ts';
import type { Outcome } from './isolation/outcome.ts';

interface Isolation {
  /** A PostgreSQL server where databases may be made. */
  server: string;
  /** Only conditions in files whose path begins so: `sessions/`. */
  only: string;
  /** Only acts whose name matches, for a quick look: what they do not pass is passed by nothing then. */
  acts: string;
  /** When it ends, whatever is left. */
  minutes: number;
  /** A file that keeps what was found, from which the next run goes on; none without. */
  results: string;
}

/** Acts that are tried at most before a condition counts as missed by nothing. */
const MOST_ACTS = 40;

/**
 * Takes each account condition out of core and of the functions that triggers call, one at a time, and does what passes it. Prints those
 * that nothing misses, and those that nothing passes.
 * @returns whether each was taken out, and missed
 */
export async function tortureByIsolation({
  server,
  only,
  acts: wanted,
  minutes,
  results,
}: Isolation): Promise<boolean> {
  process.setSourceMapsEnabled(true);
  // First, since what it puts into core is put there as core is loaded.
  const { allPlaces, inSource, passed, take } = await import('./isolation/conditions.ts');
  const { ALL_TABLES } = await import('@lodestone/core/db/tenant-tables.js');
  const { emptyDatabase } = await import('./empty-database.ts');
  const { openTwins } = await import('./isolation/twins.ts');
  const { startActing } = await import('./isolation/acts.ts');
  const { outcomes } = await import('./isolation/outcome.ts');
  const { calledFunctions, conditionsOfTriggers } = await import('./isolation/triggers.ts');

  const until = performance.now() + minutes * 60_000;
  const { url, drop } = await emptyDatabase(server);
  const twins = await openTwins(url);
  const { undone, outcomeOf, differ } = outcomes(twins);
  const acting = await startActing(twins);
  await twins.client.query("set track_functions = 'pl'");
  const all = [...(await acting.brief(undone)), ...(await acting.walked(undone))];
  const acts = all.filter(({ name }) => new RegExp(wanted).test(name));
  console.error(`${acts.length} of ${all.length} acts found.`);

  /** Which acts pass a condition, and what each act comes to, twice, while none is out. */
  const passing = new Map<string, number[]>();
  const usual: (readonly [Outcome, Outcome])[] = [];
  const kept = new Map((await conditionsOfTriggers(twins.client)).map((one) => [one.place, one]));
  const note = (place: string, nth: number) => passing.set(place, [...(passing.get(place) ?? []), nth]);
  for (const [nth, act] of acts.entries()) {
    passed.clear();
    let called: string[] = [];
    const first = await outcomeOf({
      ...act,
      run: () => act.run().finally(async () => (called = await calledFunctions(twins.client))),
    });
    for (const place of passed) note(place, nth);
    for (const { place, function: name } of kept.values()) if (called.includes(name)) note(place, nth);
    usual.push([first, await outcomeOf(act)]);
    if (nth % 50 === 49)
      console.error(`${nth + 1}/${acts.length} acts learnt, ${passing.size} conditions passed.`);
  }

  /** What an act comes to without a condition. */
  function without(place: string, act: Act): Promise<Outcome> {
    const inTrigger = kept.get(place);
    if (!inTrigger) {
      take(place);
      return outcomeOf(act).finally(() => take());
    }
    // Undone with all that the act writes.
    const run = () => twins.client.query(inTrigger.without).then(() => act.run());
    return outcomeOf({ ...act, run });
  }

  /** The act that comes to something else without the condition; null when none does. */
  async function missedBy(place: string): Promise<string | null> {
    for (const nth of (passing.get(place) ?? []).slice(0, MOST_ACTS)) {
      const [act, before] = [acts[nth], usual[nth]];
      if (!act || !before) continue;
      const now = await without(place, act);
      if (differ(before, now)) return act.name;
    }
    return null;
  }

  const known = new Map<string, string | null>(
    results !== '' && existsSync(results)
      ? Object.entries(JSON.parse(readFileSync(results, 'utf8')) as Record<string, string | null>)
      : [],
  );
  const places = [...passing.keys()].filter((place) => place.startsWith(only)).toSorted();
  for (const place of places) {
    if (known.has(place)) continue;
    if (performance.now() > until) break;
    known.set(place, await missedBy(place));
    if (results !== '') writeFileSync(results, JSON.stringify(Object.fromEntries(known), null, 2));
    if (known.size % 25 === 0) console.error(`${known.size}/${places.length} conditions taken out.`);
  }
  acting.close();
  await twins.client.end();
  await drop();

  const named = (place: string) => (kept.has(place) ? place : inSource(place));
  const survivors = places.filter((place) => known.get(place) === null);
  console.table(
    survivors.map((place) => ({
      condition: named(place).slice(0, 110),
      'passed by': acts[passing.get(place)?.[0] ?? 0]?.name.slice(0, 90),
    })),
  );
  const untouched = [...allPlaces(ALL_TABLES), ...kept.keys()].filter(
    (place) => place.startsWith(only) && !passing.has(place),
  );
  for (const [file, all] of Map.groupBy(untouched, (place) => named(place).split(':')[0] ?? ''))
    console.log(`passed by nothing: ${file}, ${all.map((place) => named(place).split(':')[1]).join(' ')}`);
  const taken = places.filter((place) => known.has(place)).length;
  console.log(
    `${places.length} conditions are passed by ${acts.length} acts, ${untouched.length} by none. ${taken} were taken out, and ${survivors.length} of them missed by nothing.`,
  );
  return survivors.length + untouched.length === 0 && taken === places.length;
}
