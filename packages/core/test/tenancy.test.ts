import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addCampaignTest,
  createAccount,
  type Db,
  forAccount,
  listSuppressions,
  newId,
  suppress,
} from '@lodestone/core';
import { sql } from '@lodestone/core/db/sql.js';
import { sql as unchecked } from 'kysely';

import { expectFor } from '../../../scripts/jest/support.ts';
import { untiedInFunction } from '../../../scripts/tenancy/law.ts';
import { withoutEach } from '../../../scripts/tenancy/taken-out.ts';
import { aSubscriber } from './builders.ts';
import { DATABASES } from './databases.ts';
import { makeWorld } from './history.ts';

/** What belongs to no account: identity, the accounts themselves, and the books of the migrations. */
const GLOBAL = new Set([
  'people',
  'accounts',
  'figures',
  'kysely_migration',
  'kysely_migration_lock',
  'secrets',
  'installation',
  'job_workers',
  'job_leases',
]);

/** Looks for an address that no account has yet. */
const ABOUT_ALL = new Set(['free_account_slug', 'slug_account']);

for (const database of DATABASES) {
  database.describe(`Tenancy on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ db, close } = await database.open());
    });
    afterAll(() => close());

    test('every table of an account has account_id first in its primary key', async () => {
      const { rows } = await unchecked<{ table: string; first: string | null }>`
        select c.relname as table, a.attname as first
        from pg_class as c
        left join pg_index as i on i.indrelid = c.oid and i.indisprimary
        left join pg_attribute as a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db);
      const astray = rows.filter((row) => !GLOBAL.has(row.table) && row.first !== 'account_id');
      expect(astray).toStrictEqual([]);
      expect(rows.length).toBeGreaterThan(25);
    });

    test('every index of such a table begins with account_id, but for those that find the account of a secret', async () => {
      const { rows } = await unchecked<{ table: string; index: string; first: string }>`
        select t.relname as table, c.relname as index, a.attname as first
        from pg_index as i
        join pg_class as c on c.oid = i.indexrelid
        join pg_class as t on t.oid = i.indrelid
        join pg_attribute as a on a.attrelid = t.oid and a.attnum = i.indkey[0]
        where t.relnamespace = 'public'::regnamespace`.execute(db);
      const astray = rows.filter((row) => !GLOBAL.has(row.table) && row.first !== 'account_id');
      expect(astray.map((row) => `${row.table}.${row.first}`).toSorted()).toStrictEqual([
        'account_logos.token',
        'api_keys.token_hash',
        'invitations.token_hash',
        'mails.token',
        'sessions.token_hash',
        'sign_in_challenges.token_hash',
        'sign_in_links.token_hash',
        'users.email',
      ]);
    });

    test('every foreign key between such tables carries account_id', async () => {
      const { rows } = await unchecked<{ name: string; table: string; target: string; first: string }>`
        select f.conname as name, t.relname as table, r.relname as target, a.attname as first
        from pg_constraint as f
        join pg_class as t on t.oid = f.conrelid
        join pg_class as r on r.oid = f.confrelid
        join pg_attribute as a on a.attrelid = t.oid and a.attnum = f.conkey[1]
        where f.contype = 'f'`.execute(db);
      const astray = rows.filter(
        (row) => !GLOBAL.has(row.table) && row.target !== 'people' && row.first !== 'account_id',
      );
      expect(astray).toStrictEqual([]);
      expect(rows.length).toBeGreaterThan(15);
    });

    test('every function of the database ties what it reads and writes to the account that it is told of, and cannot do without one of its conditions', async () => {
      const { rows } = await unchecked<{ name: string; definition: string }>`
        select p.proname as name, pg_get_functiondef(p.oid) as definition
        from pg_proc as p join pg_language as l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql') and p.prosrc ~ 'account'`.execute(
        db,
      );
      let taken = 0;
      for (const { name, definition } of rows.filter((one) => !ABOUT_ALL.has(one.name))) {
        const free = name === 'find_next_steps';
        expectFor(name, await untiedInFunction(definition, free)).toStrictEqual([]);
        for (const { without } of withoutEach(definition)) {
          expectFor(without, await untiedInFunction(without, free)).not.toStrictEqual([]);
          taken++;
        }
      }
      expect(taken).toBeGreaterThan(100);
    });

    test('the database refuses a link to a row of another account', async () => {
      const { accounts } = await makeWorld(db);
      const [mine, other] = accounts;
      const magnet = await other!.select('magnets').select('id').executeTakeFirstOrThrow();
      const subscriber = await aSubscriber(mine!);
      const link = mine!.insert('magnet_requests', { subscriber_id: subscriber, magnet_id: magnet.id });
      await expect(link).rejects.toMatchObject({ code: '23503' });
    });

    test('the door reads, changes and removes rows of its own account alone', async () => {
      const { accounts } = await makeWorld(db);
      const [mine, other] = accounts;
      const theirs = await other!.select('magnets').select(['id', 'title']).orderBy('id').execute();
      await mine!.update('magnets').set({ title: 'Changed' }).execute();
      await mine!.remove('magnets').execute();
      expect(await mine!.select('magnets').select('id').execute()).toStrictEqual([]);
      expect(await other!.select('magnets').select(['id', 'title']).orderBy('id').execute()).toStrictEqual(
        theirs,
      );
      const seen = await mine!.rows<{ account_id: string }>(
        (own) => sql`select account_id from ${own('campaigns')} as c`,
      );
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.every((row) => row.account_id === mine!.id)).toBe(true);
    });

    test('a condition of two parts, either of which will do, stays within the account', async () => {
      const { accounts } = await makeWorld(db);
      const [mine, other] = accounts;
      await suppress(other!, { kind: 'address', value: 'secret@people.example', reason: 'manual' });
      for (const search of ['', 'secret']) {
        const { data } = await listSuppressions(mine!, { search, limit: 200, offset: 0 });
        expect(data.filter(({ value }) => value === 'secret@people.example')).toStrictEqual([]);
      }
      // An account without inboxes sends its test by nobody else's.
      const { account_id } = await createAccount(db, { name: 'New', email: 'new@people.example' });
      const empty = forAccount(db, account_id, { kind: 'system' });
      await expect(addCampaignTest(empty, { to: 'new@people.example', inboxes: [] })).rejects.toMatchObject({
        code: 'invalid_state',
      });
    });

    test('the door opens to tables of an account only', async () => {
      const account = forAccount(db, newId(), { kind: 'system' });
      for (const table of ['people', 'secrets', 'pg_class; --']) {
        // @ts-expect-error -- no table of an account
        await expect(account.rows((own) => sql`select * from ${own(table)} as p`)).rejects.toThrow(
          /not a table of an account/,
        );
        // @ts-expect-error -- no table of an account
        expect(() => account.select(table)).toThrow(/not a table of an account/);
      }
    });

    test('the door runs no query that names a table, and takes none that could', async () => {
      const account = forAccount(db, newId(), { kind: 'system' });
      for (const query of [
        () => sql`select * from campaigns`,
        () => sql`with c as (select 1) delete\nfrom "campaigns" as c using c`,
        () => sql`update people set email = ${'x'}`,
        () => sql.raw('join audience_bitmaps as m on true'),
      ]) {
        await expect(account.rows(query)).rejects.toThrow(/names the table/);
      }
      // @ts-expect-error -- Kysely's own tag says nothing of tables
      const free = account.rows(() => unchecked`select 1 as one`);
      expect(await free).toStrictEqual([{ one: 1 }]);
    });
  });
}
