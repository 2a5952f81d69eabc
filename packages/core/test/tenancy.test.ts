import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { type Db, forAccount, newId } from '@lodestone/core';
import { sql } from 'kysely';

import { DATABASES } from './databases.ts';
import { makeWorld } from './history.ts';

/** What belongs to no account: identity, the accounts themselves, and the books of the migrations. */
const GLOBAL = new Set([
  'people',
  'accounts',
  'figures_version',
  'kysely_migration',
  'kysely_migration_lock',
  'secrets',
]);

for (const database of DATABASES) {
  describe(`Tenancy on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    before(async () => {
      ({ db, close } = await database.open());
    });
    after(() => close());

    test('every table of an account has account_id first in its primary key', async () => {
      const { rows } = await sql<{ table: string; first: string | null }>`
        select c.relname as table, a.attname as first
        from pg_class as c
        left join pg_index as i on i.indrelid = c.oid and i.indisprimary
        left join pg_attribute as a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db);
      const astray = rows.filter((row) => !GLOBAL.has(row.table) && row.first !== 'account_id');
      assert.deepEqual(astray, []);
      assert.ok(rows.length > 25);
    });

    test('every index of such a table begins with account_id, but for those that find the account of a secret', async () => {
      const { rows } = await sql<{ table: string; index: string; first: string }>`
        select t.relname as table, c.relname as index, a.attname as first
        from pg_index as i
        join pg_class as c on c.oid = i.indexrelid
        join pg_class as t on t.oid = i.indrelid
        join pg_attribute as a on a.attrelid = t.oid and a.attnum = i.indkey[0]
        where t.relnamespace = 'public'::regnamespace`.execute(db);
      const astray = rows.filter((row) => !GLOBAL.has(row.table) && row.first !== 'account_id');
      assert.deepEqual(astray.map((row) => `${row.table}.${row.first}`).toSorted(), [
        'api_keys.token_hash',
        'sessions.token_hash',
        'sign_in_links.token_hash',
        'users.email',
      ]);
    });

    test('every foreign key between such tables carries account_id', async () => {
      const { rows } = await sql<{ name: string; table: string; target: string; first: string }>`
        select f.conname as name, t.relname as table, r.relname as target, a.attname as first
        from pg_constraint as f
        join pg_class as t on t.oid = f.conrelid
        join pg_class as r on r.oid = f.confrelid
        join pg_attribute as a on a.attrelid = t.oid and a.attnum = f.conkey[1]
        where f.contype = 'f'`.execute(db);
      const astray = rows.filter((row) => row.target !== 'people' && row.first !== 'account_id');
      assert.deepEqual(astray, []);
      assert.ok(rows.length > 15);
    });

    test('the database refuses a link to a row of another account', async () => {
      const { accounts } = await makeWorld(db);
      const [mine, other] = accounts;
      const magnet = await other!.select('magnets').select('id').executeTakeFirstOrThrow();
      const person = newId();
      await db.insertInto('people').values({ id: person, email: 'linked@people.example' }).execute();
      const at = new Date();
      const subscriber = newId();
      await mine!.insert('subscribers', {
        id: subscriber,
        person_id: person,
        email: 'linked@people.example',
        first_seen_at: at,
        last_activity_at: at,
      });
      const link = mine!.insert('magnet_requests', { subscriber_id: subscriber, magnet_id: magnet.id });
      await assert.rejects(link, { code: '23503' });
    });

    test('the door reads, changes and removes rows of its own account alone', async () => {
      const { accounts } = await makeWorld(db);
      const [mine, other] = accounts;
      const theirs = await other!.select('magnets').select(['id', 'title']).orderBy('id').execute();
      await mine!.update('magnets').set({ title: 'Changed' }).execute();
      await mine!.remove('magnets').execute();
      assert.deepEqual(await mine!.select('magnets').select('id').execute(), []);
      assert.deepEqual(
        await other!.select('magnets').select(['id', 'title']).orderBy('id').execute(),
        theirs,
      );
      const seen = await mine!.rows<{ account_id: string }>(
        (own) => sql`select account_id from ${own('campaigns')} as c`,
      );
      assert.ok(seen.length > 0 && seen.every((row) => row.account_id === mine!.id));
    });

    test('the door opens to tables of an account only', async () => {
      const account = forAccount(db, newId(), { kind: 'system' });
      await assert.rejects(
        account.rows((own) => sql`select * from ${own('people' as never)} as p`),
        /not a table of an account/,
      );
    });
  });
}
