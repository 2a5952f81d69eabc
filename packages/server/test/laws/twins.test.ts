import { expect } from '@jest/globals';

import type { Act } from '../../../../scripts/torture/isolation/act.ts';
import { startActing } from '../../../../scripts/torture/isolation/acts.ts';
import { type Outcome, outcomes, withoutVolatile } from '../../../../scripts/torture/isolation/outcome.ts';
import { openTwins } from '../../../../scripts/torture/isolation/twins.ts';
import { emptyDatabase } from '../../../../scripts/torture/empty-database.ts';
import { TEST_DATABASE_URL } from '../../../core/test/databases.ts';
import { onPostgres } from '../server.ts';

// Which account condition each of them rests on, `pnpm torture --isolation` finds out.
onPostgres.test(
  'everything that is done in an account comes to the same beside another with the same ids as it does alone, and leaves that as it was',
  async () => {
    const { url, drop } = await emptyDatabase(TEST_DATABASE_URL);
    const twins = await openTwins(url);
    const acting = await startActing(twins);
    const { undone, outcomeOf, untouched } = outcomes(twins);
    try {
      const acts = await acting.brief(undone);
      expect(acts.length).toBeGreaterThan(100);
      const beside: Told[] = [];
      for (const act of acts) {
        const once = await outcomeOf(act);
        const { tables, others } = once;
        expect([act.name, others]).toStrictEqual([act.name, await untouched(twins.other.id, tables)]);
        beside.push(inBoth(told(act, once), told(act, await outcomeOf(act))));
      }
      await twins.leaveAlone();
      for (const [nth, act] of acts.entries()) {
        const [usual] = beside.slice(nth);
        if (usual)
          expect([act.name, inBoth(usual, told(act, await outcomeOf(act)))]).toStrictEqual([act.name, usual]);
      }
    } finally {
      acting.close();
      await twins.client.end();
      await drop();
    }
  },
);

/** Parts of what an act comes to: what was answered, and a line for each table that was written. */
type Told = readonly (string | undefined)[];

/** A public page has a form that is made for one visitor, and when a key was used last is written now and then. */
function told({ name }: Act, { answer, own }: Outcome): Told {
  const answered = /^\w+ \/(?!v1\/)/.test(name) ? answer[0] : withoutVolatile(answer);
  return [answered, ...own.split('\n').filter((line) => !line.startsWith('api_keys '))];
}

/** What two runs have the same, each in its place: a code that is drawn is another each time. */
function inBoth(once: Told, again: Told): Told {
  return once.map((part, at) => (part === again[at] ? part : undefined));
}
