import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { Outcome } from './isolation/outcome.ts';

export interface Isolation {
  /** A PostgreSQL server where databases may be made. */
  server: string;
  /** Only conditions in files whose path begins so: `sessions/`. */
  only: string;
  /** When it ends, whatever is left. */
  minutes: number;
  /** A file that keeps what was found, from which the next run goes on; none without. */
  results: string;
}

/** Acts that are tried at most before a condition counts as missed by nothing. */
const MOST_ACTS = 40;

/**
 * Takes each account condition out of core, one at a time, and does what passes it. Prints those that nothing misses.
 * @returns whether there are none
 */
export async function tortureByIsolation({ server, only, minutes, results }: Isolation): Promise<boolean> {
  process.setSourceMapsEnabled(true);
  // First, since what it puts into core is put there as core is loaded.
  const { inSource, passed, take } = await import('./isolation/conditions.ts');
  const { emptyDatabase } = await import('./empty-database.ts');
  const { openTwins } = await import('./isolation/twins.ts');
  const { startActing } = await import('./isolation/acts.ts');
  const { outcomes } = await import('./isolation/outcome.ts');

  const until = performance.now() + minutes * 60_000;
  const { url, drop } = await emptyDatabase(server);
  const twins = await openTwins(url);
  const { undone, outcomeOf, differ } = outcomes(twins);
  const acting = await startActing(twins);
  const acts = [...(await acting.brief(undone)), ...(await acting.walked(undone))];
  console.error(`${acts.length} acts found.`);

  /** Which acts pass a condition, and what each act comes to, twice, while none is out. */
  const passing = new Map<string, number[]>();
  const usual: (readonly [Outcome, Outcome])[] = [];
  for (const [nth, act] of acts.entries()) {
    passed.clear();
    const first = await outcomeOf(act);
    for (const place of passed) passing.set(place, [...(passing.get(place) ?? []), nth]);
    usual.push([first, await outcomeOf(act)]);
    if (nth % 50 === 49)
      console.error(`${nth + 1}/${acts.length} acts learnt, ${passing.size} conditions passed.`);
  }

  /** The act that comes to something else without the condition; null when none does. */
  async function missedBy(place: string): Promise<string | null> {
    for (const nth of (passing.get(place) ?? []).slice(0, MOST_ACTS)) {
      const [act, before] = [acts[nth], usual[nth]];
      if (!act || !before) continue;
      take(place);
      const now = await outcomeOf(act).finally(() => take());
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

  const survivors = places.filter((place) => known.get(place) === null);
  console.table(
    survivors.map((place) => ({
      condition: inSource(place),
      'passed by': acts[passing.get(place)?.[0] ?? 0]?.name.slice(0, 90),
    })),
  );
  const taken = places.filter((place) => known.has(place)).length;
  console.log(
    `${places.length} conditions are passed by ${acts.length} acts. ${taken} were taken out, and ${survivors.length} of them missed by nothing.`,
  );
  return survivors.length === 0;
}
