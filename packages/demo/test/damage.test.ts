import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, newId, reconcile, repairFigures } from '@lodestone/core';
import { COUNTERS } from '@lodestone/core/figures/contributions.js';
import { staleEngagement } from '@lodestone/core/figures/engagement.js';
import { staleProgress } from '@lodestone/core/figures/progress.js';
import { sql } from 'kysely';

import { present } from '../../../scripts/jest/support.ts';
import { DATABASES } from './databases.ts';

class Undo extends Error {}

for (const database of DATABASES) {
  database.describe(`Damage on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ db, close } = await database.open());
      // The demo as it was seeded.
      expect(await reconcile(db)).toStrictEqual([]);
    });
    afterAll(() => close());

    for (const [counter, { measures }] of Object.entries(COUNTERS)) {
      for (const measure of measures) {
        test(`to ${counter}.${measure} is found by reconcile, and nothing else is`, async () => {
          await damaged(
            `update ${counter} set ${measure} = ${measure} + 7 where ctid = (select min(ctid) from ${counter})`,
            (differences) => {
              expect(differences).toHaveLength(1);
              const [difference] = differences;
              present(difference);
              const { where, figure, kept, facts } = difference;
              expect({ where, figure, by: Number(kept) - Number(facts) }).toStrictEqual({
                where: counter,
                figure: measure,
                by: 7,
              });
            },
          );
        });
      }

      test(`by a row of ${counter} that is gone is found by reconcile`, async () => {
        const something = measures.map((measure) => `${measure} <> 0`).join(' or ');
        await damaged(
          `delete from ${counter} where ctid = (select min(ctid) from ${counter} where ${something})`,
          (differences) => {
            expect(differences.length).toBeGreaterThan(0);
            expect(differences.every(({ where, kept }) => where === counter && kept === 0)).toBe(true);
          },
        );
      });
    }

    for (const { table, figures } of [staleEngagement(), staleProgress()]) {
      for (const figure of figures) {
        test(`to ${table}.${figure} is found by reconcile`, async () => {
          await damaged(
            `update ${table} set ${figure} = ${otherThan(figure)}
             where ctid = (select min(ctid) from ${table} where ${figure} is not null)`,
            (differences) => {
              const found = differences.filter(({ where }) => where === table);
              expect(found.map((difference) => difference.figure)).toStrictEqual([figure]);
            },
          );
        });
      }
    }

    for (const [what, damage, figure, by] of [
      ['a mark too many', 'bits = set_bit(bits, 4095, 1)', 'surplus', 1],
      ['a mark too few', 'bits = 0::bit(4096)', 'missing', -1],
    ] as const) {
      test(`by ${what} is found by reconcile, and nothing else is`, async () => {
        await damaged(
          `update audience_bitmaps set ${damage} where ctid = (select min(ctid) from audience_bitmaps where facet = 'score')`,
          (differences) => {
            expect(differences).toHaveLength(1);
            const [difference] = differences;
            present(difference);
            const { where, kept, facts } = difference;
            expect([where, difference.figure]).toStrictEqual(['audience_bitmaps', figure]);
            expect(Math.sign(Number(kept) - Number(facts))).toBe(by);
          },
        );
      });
    }

    for (const [what, damage] of [
      ['of another name', `update audience_search_texts set head = head || '?'`],
      ['of another tail', `update audience_search_texts set tail = '@elsewhere.example'`],
      ['that is gone', 'delete from audience_search_texts'],
    ] as const) {
      test(`by a text ${what} is found by reconcile, and nothing else is`, async () => {
        await damaged(
          `${damage} where ctid = (select min(ctid) from audience_search_texts)`,
          (differences) => {
            expect(differences.length).toBeGreaterThan(0);
            expect(differences.every(({ where }) => where === 'audience_search_texts')).toBe(true);
          },
        );
      });
    }

    test('of every kind is repaired', async () => {
      await db.transaction().execute(async (transaction) => {
        await sql`alter table subscribers disable trigger user`.execute(transaction);
        for (const [counter, { measures }] of Object.entries(COUNTERS)) {
          await sql.raw(`update ${counter} set ${measures[0]} = ${measures[0]} + 7`).execute(transaction);
        }
        await sql`delete from audience_bitmaps where facet = 'score'`.execute(transaction);
        await sql`delete from audience_search_texts`.execute(transaction);
        await sql`update subscribers set lead_score = (lead_score + 1) % 101`.execute(transaction);
        await sql`alter table subscribers enable trigger user`.execute(transaction);
      });
      expect((await reconcile(db)).length).toBeGreaterThan(1_000);
      await repairFigures(db);
      expect(await reconcile(db)).toStrictEqual([]);
    });

    /** Damages with the triggers off, as nothing but an accident would, and undoes it after the look. */
    async function damaged(
      statement: string,
      look: (differences: Awaited<ReturnType<typeof reconcile>>) => void,
    ): Promise<void> {
      const work = db.transaction().execute(async (transaction) => {
        for (const table of ['subscribers', 'enrollments']) {
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(transaction);
        }
        const { numAffectedRows } = await sql.raw(statement).execute(transaction);
        // The damage was done.
        expect(Number(numAffectedRows)).toBe(1);
        look(await reconcile(transaction));
        throw new Undo();
      });
      await expect(work).rejects.toThrow(Undo);
    }
  });
}

/** SQL of a value that the column does not have, of its own type. */
function otherThan(column: string): string {
  if (column.endsWith('_at')) return `${column} + interval '1 second'`;
  if (column === 'magnet_ids') return `array['${newId()}'::uuid]`;
  if (column.endsWith('_id')) return `'${newId()}'`;
  if (column === 'lead_score') return `(lead_score + 1) % 101`;
  return `${column} + 1`;
}
