import { expect } from '@jest/globals';

import { type Act, startActing } from '../../../../scripts/torture/isolation/acts.ts';
import { outcomes, withoutVolatile } from '../../../../scripts/torture/isolation/outcome.ts';
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
      const beside = [];
      for (const act of acts) {
        const { answer, tables, others, own } = await outcomeOf(act);
        expect([act.name, others]).toStrictEqual([act.name, await untouched(twins.other.id, tables)]);
        beside.push([act.name, told(act, answer), withoutLastUse(own)]);
      }
      await twins.leaveAlone();
      for (const [nth, act] of acts.entries()) {
        const { answer, own } = await outcomeOf(act);
        expect([act.name, told(act, answer), withoutLastUse(own)]).toStrictEqual(beside[nth]);
      }
    } finally {
      acting.close();
      await twins.client.end();
      await drop();
    }
  },
);

/** What was answered that is the same each time. A public page has a form that is made for one visitor. */
function told({ name }: Act, answer: readonly string[]): string | undefined {
  return /^\w+ \/(?!v1\/)/.test(name) ? answer[0] : withoutVolatile(answer);
}

/** When a key was used last is written now and then. */
function withoutLastUse(own: string): string {
  return own.replace(/^api_keys .*\n/m, '');
}
