import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '@jest/globals';
import { DiskRefuses } from '@lodestone/core';
import { type DiskState, refuseWhenUnwritable } from '@lodestone/core/db/disk-space.js';
import { setTimeout } from 'node:timers/promises';

test('while its disk is almost full the embedded database refuses every write, reads on, and recovers by itself', async () => {
  const pglite = await PGlite.create();
  let disk: DiskState = 'ok';
  refuseWhenUnwritable(pglite, () => disk);
  try {
    await pglite.exec('create table facts (id integer primary key, said text)');
    await pglite.query('insert into facts values (1, $1)', ['update facts set nothing']);

    disk = 'full';
    await setTimeout(300);
    for (const write of [
      'insert into facts values (2)',
      'INSERT\n INTO facts select 3',
      'update facts set said = 1',
      'update only facts as f set said = 1',
      'delete from facts',
      'with gone as (delete from facts returning id) select * from gone',
      'select * from facts for update',
      'select * from facts for no key update',
      'create table more ()',
      'truncate facts',
    ]) {
      await expect(pglite.query(write)).rejects.toBeInstanceOf(DiskRefuses);
      await expect(pglite.transaction((inside) => inside.query(write))).rejects.toBeInstanceOf(DiskRefuses);
      await expect(pglite.exec(write)).rejects.toBeInstanceOf(DiskRefuses);
    }
    const { rows } = await pglite.query('select id, said from facts order by id');
    expect(rows).toStrictEqual([{ id: 1, said: 'update facts set nothing' }]);

    disk = 'ok';
    await setTimeout(300);
    await pglite.query('insert into facts values (2)');
    expect((await pglite.query('select id from facts')).rows).toHaveLength(2);
  } finally {
    await pglite.close();
  }
});
