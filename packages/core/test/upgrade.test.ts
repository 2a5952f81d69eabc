/** What `migrate` does to a database that another version of the program left. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, migrate, NewerSchema, reconcile, schemaState } from '@lodestone/core';
import { FACTS } from '@lodestone/core/figures/facts.js';
import { DERIVED_TABLES } from '@lodestone/core/figures/figures.js';
import fc from 'fast-check';
import { sql } from 'kysely';

import { DATABASES, POSTGRES } from './databases.ts';
import { histories, makeWorld, perform } from './history.ts';

for (const database of DATABASES) {
  database.describe(`An upgrade on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ db, close } = await database.open());
      const { accounts } = await makeWorld(db);
      const acts = fc.sample(histories, { numRuns: 6, seed: 11 }).flat();
      for (const [nth, act] of acts.entries()) {
        const account = accounts[nth % accounts.length];
        if (account) await perform(account, db, act, new Date());
      }
    });
    afterAll(() => close());

    test('makes a figure again that is defined otherwise now, and leaves the others alone', async () => {
      const before = await tables();
      await sql`update figures set definition = 'another' where name = 'ai_days'`.execute(db);
      await sql`update ai_days set calls = calls + 7`.execute(db);
      expect(await schemaState(db)).toBe('older');
      const made: string[] = [];
      await migrate(db, (_done, _total, figure) => made.push(figure));
      expect(made).toStrictEqual(['ai_days', 'done']);
      const after = await tables();
      expect(
        [...after].filter(([name, oid]) => before.get(name) !== oid).map(([name]) => name),
      ).toStrictEqual(['ai_days']);
      expect(await reconcile(db)).toStrictEqual([]);
      expect(await schemaState(db)).toBe('current');
    });

    test('makes what is counted from columns again with them', async () => {
      await sql`update figures set definition = 'another' where name = 'progress'`.execute(db);
      const made: string[] = [];
      await migrate(db, (_done, _total, figure) => made.push(figure));
      expect(made).toContain('campaign_leads');
      expect(made).not.toContain('ai_days');
      expect(await reconcile(db)).toStrictEqual([]);
    });

    if (database === POSTGRES) {
      database.test('lets everybody read while figures are made', async () => {
        await sql`update figures set definition = 'another' where name in ('progress', 'triggers')`.execute(
          db,
        );
        const made: string[] = [];
        await migrate(db, async (_done, _total, figure) => {
          await db.transaction().execute(async (reading) => {
            await sql`set local lock_timeout = '5s'`.execute(reading);
            for (const table of [...Object.keys(FACTS), ...DERIVED_TABLES]) {
              await sql`select from ${sql.table(table)} limit 1`.execute(reading);
            }
          });
          made.push(figure);
        });
        expect(made).toEqual(expect.arrayContaining(['progress', 'engagement', 'campaign_leads', 'done']));
      });
    }

    test('drops triggers that are defined no more', async () => {
      await sql`create function figures_on_insert_of_nothing() returns trigger language plpgsql as
        'begin raise exception ''I was retired''; end'`.execute(db);
      await sql`create trigger figures_retired after insert on people
        for each row execute function figures_on_insert_of_nothing()`.execute(db);
      await sql`update figures set definition = 'another' where name = 'triggers'`.execute(db);
      await migrate(db);
      const { rows } = await sql`select from pg_trigger where tgname = 'figures_retired'`.execute(db);
      expect(rows).toStrictEqual([]);
      expect(await reconcile(db)).toStrictEqual([]);
    });

    for (const [what, newer, undo] of [
      [
        'a migration that it does not know',
        `insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`,
        `delete from kysely_migration where name = '9999-later'`,
      ],
      [
        'a later version of a figure',
        `update figures set version = 99, definition = 'later' where name = 'ai_days'`,
        `update figures set version = 1 where name = 'ai_days'`,
      ],
      [
        'a figure that it does not know',
        `insert into figures values ('later_days', 1, 'later')`,
        `delete from figures where name = 'later_days'`,
      ],
    ] as const) {
      test(`is refused where the database has ${what}, and changes nothing`, async () => {
        await sql.raw(newer).execute(db);
        const before = await everything();
        expect(await schemaState(db)).toBe('newer');
        await expect(migrate(db)).rejects.toThrow(NewerSchema);
        expect(await everything()).toStrictEqual(before);
        await sql.raw(undo).execute(db);
      });
    }

    async function tables(): Promise<Map<string, number>> {
      const { rows } = await sql<{ name: string; oid: number }>`
        select relname as name, oid::integer as oid from pg_class where relname = any (${DERIVED_TABLES}::text[])`.execute(
        db,
      );
      return new Map(rows.map(({ name, oid }) => [name, oid]));
    }

    async function everything(): Promise<unknown> {
      const figures = await sql`select * from figures order by name`.execute(db);
      const migrations = await sql`select * from kysely_migration order by name`.execute(db);
      return [figures.rows, migrations.rows, await tables()];
    }
  });
}
