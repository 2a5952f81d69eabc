import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { type Db, newId, reconcile, repairFigures, seedDemo } from '@lodestone/core';
import { COUNTERS } from '@lodestone/core/figures/contributions.js';
import { staleEngagement } from '@lodestone/core/figures/engagement.js';
import { staleProgress } from '@lodestone/core/figures/progress.js';
import { sql } from 'kysely';

import { DATABASES } from './databases.ts';

class Undo extends Error {}

for (const database of DATABASES) {
  describe(`Damage on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    before(async () => {
      ({ db, close } = await database.open());
      await seedDemo(db, { scale: 'small' });
      assert.deepEqual(await reconcile(db), [], 'the demo as it was seeded');
    });
    after(() => close());

    for (const [counter, { measures }] of Object.entries(COUNTERS)) {
      for (const measure of measures) {
        test(`to ${counter}.${measure} is found by reconcile, and nothing else is`, async () => {
          await damaged(
            `update ${counter} set ${measure} = ${measure} + 7 where ctid = (select min(ctid) from ${counter})`,
            (differences) => {
              assert.equal(differences.length, 1);
              const [{ where, figure, kept, facts } = assert.fail()] = differences;
              assert.deepEqual(
                { where, figure, by: Number(kept) - Number(facts) },
                { where: counter, figure: measure, by: 7 },
              );
            },
          );
        });
      }

      test(`by a row of ${counter} that is gone is found by reconcile`, async () => {
        const something = measures.map((measure) => `${measure} <> 0`).join(' or ');
        await damaged(
          `delete from ${counter} where ctid = (select min(ctid) from ${counter} where ${something})`,
          (differences) => {
            assert.ok(differences.length > 0);
            assert.ok(differences.every(({ where, kept }) => where === counter && kept === 0));
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
              assert.deepEqual(
                found.map((difference) => difference.figure),
                [figure],
              );
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
          `update audience_marks set ${damage} where ctid = (select min(ctid) from audience_marks where facet = 'score')`,
          (differences) => {
            assert.equal(differences.length, 1);
            const [{ where, kept, facts, ...difference } = assert.fail()] = differences;
            assert.deepEqual([where, difference.figure], ['audience_marks', figure]);
            assert.equal(Math.sign(Number(kept) - Number(facts)), by);
          },
        );
      });
    }

    for (const [what, damage] of [
      ['of another name', `update audience_texts set head = head || '?'`],
      ['of another tail', `update audience_texts set tail = '@elsewhere.example'`],
      ['that is gone', 'delete from audience_texts'],
    ] as const) {
      test(`by a text ${what} is found by reconcile, and nothing else is`, async () => {
        await damaged(`${damage} where ctid = (select min(ctid) from audience_texts)`, (differences) => {
          assert.ok(differences.length > 0);
          assert.ok(differences.every(({ where }) => where === 'audience_texts'));
        });
      });
    }

    test('of every kind is repaired', async () => {
      await db.transaction().execute(async (transaction) => {
        await sql`alter table subscribers disable trigger user`.execute(transaction);
        for (const [counter, { measures }] of Object.entries(COUNTERS)) {
          await sql.raw(`update ${counter} set ${measures[0]} = ${measures[0]} + 7`).execute(transaction);
        }
        await sql`delete from audience_marks where facet = 'score'`.execute(transaction);
        await sql`delete from audience_texts`.execute(transaction);
        await sql`update subscribers set lead_score = (lead_score + 1) % 101`.execute(transaction);
        await sql`alter table subscribers enable trigger user`.execute(transaction);
      });
      assert.ok((await reconcile(db)).length > 1_000);
      await repairFigures(db);
      assert.deepEqual(await reconcile(db), []);
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
        assert.equal(Number(numAffectedRows), 1, 'the damage was done');
        look(await reconcile(transaction));
        throw new Undo();
      });
      await assert.rejects(work, Undo);
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
