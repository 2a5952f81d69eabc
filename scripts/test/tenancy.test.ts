import { existsSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { expectFor } from '../jest/support.ts';
import { EXCEPTIONS } from '../tenancy/exceptions.ts';
import { untiedTables } from '../tenancy/law.ts';
import { path } from '../paths.ts';
import { withoutEach } from '../tenancy/taken-out.ts';

test('a statement is told from one that names its account', async () => {
  const keyed = [
    'select * from (select * from "mails" where account_id = $1) as m where m.id = $2',
    'insert into mails (id, account_id) values ($1, $2) on conflict do nothing',
    'update mails as m set due_at = now() from campaigns as c where c.account_id = $1 and m.account_id = c.account_id',
    'select 1 from magnets m join deliveries d using (account_id) where m.account_id = $1::uuid',
    'with x as (delete from outbox where account_id = $1 returning 1) select * from x',
    'select * from people where email = $1',
    'select 1 from (select * from magnets where account_id = $1) as m join deliveries d on (d.account_id, d.magnet_id) = (m.account_id, m.id)',
    'select 1 from mails where account_id = $1 and exists (select from outbox o where o.account_id = mails.account_id)',
    'update accounts set name = $1 where id = $2',
    'delete from mails where (account_id, id) in (select account_id, mail_id from outbox where account_id = $1)',
  ];
  for (const text of keyed) {
    expectFor(text, await untiedTables(text)).toStrictEqual([]);
    for (const { without } of withoutEach(text))
      expectFor(without, await untiedTables(without)).not.toStrictEqual([]);
  }
  const not: [string, string[]][] = [
    ['select * from mails where id = $1', ['mails']],
    ['select * from mails where account_id = any($1)', ['mails']],
    ['select * from mails where account_id = $1 or id = $2', ['mails']],
    ['insert into mails (id) values ($1)', ['mails']],
    ['select 1 from magnets m join deliveries d on d.account_id = m.account_id', ['magnets', 'deliveries']],
    ['select 1 from magnets m, deliveries d where m.account_id = $1 and d.magnet_id = m.id', ['deliveries']],
    ['select (select count(*) from outbox) from mails where account_id = $1', ['outbox']],
    ['select 1 from mails where account_id = $1 union select 1 from outbox', ['outbox']],
    ['delete from mails', ['mails']],
    ['select 1 from mails m where m.account_id = m.account_id', ['mails']],
    [
      'select 1 from mails where account_id = $1 and exists (select from outbox o where o.mail_id = mails.id)',
      ['outbox'],
    ],
    ['update accounts set name = $1 where slug = $2', ['accounts']],
    ['select 1 from mails where account_id = $1 or true', ['mails']],
    [
      'with x as (select * from outbox) select 1 from x join mails m using (account_id) where m.account_id = $1',
      ['outbox'],
    ],
  ];
  for (const [text, tables] of not) expectFor(text, await untiedTables(text)).toStrictEqual(tables);
});

test('a statement that finds accounts has one table of any account, and ties the others to it', async () => {
  const free = (text: string) => untiedTables(text, { free: true });
  expect(
    await free('select distinct account_id from mails union select account_id from outbox'),
  ).toStrictEqual([]);
  expect(await free('select 1 from mails m join outbox o on o.account_id = m.account_id')).toStrictEqual([]);
  expect(await free('select 1 from mails m join outbox o on o.mail_id = m.id')).toStrictEqual(['outbox']);
  expect(
    await free('select 1 from mails m where exists (select from outbox o where o.mail_id = m.id)'),
  ).toStrictEqual(['outbox']);
});

test('no exception stands for a file that is gone', () => {
  const gone = EXCEPTIONS.filter((file) => !existsSync(path(`packages/${file.replace('/', '/src/')}`)));
  expect(gone).toStrictEqual([]);
});
