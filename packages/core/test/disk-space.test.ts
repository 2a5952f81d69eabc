import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '@jest/globals';
import { connect, DiskRefuses } from '@lodestone/core';
import { type DiskState, refuseWhenUnwritable } from '@lodestone/core/db/disk-space.js';
import { sql } from 'kysely';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterTest } from '../../../scripts/jest/support.ts';

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
    // As a file that is opened to be read fails where nothing can be written.
    for (const said of ['Read-only file system', 'No space left on device']) {
      const failing = `do $$ begin raise 'could not open file "base/5/1": ${said}'; end $$`;
      await expect(pglite.query(failing)).rejects.toBeInstanceOf(DiskRefuses);
    }
    await pglite.query('insert into facts values (2)');
    expect((await pglite.query('select id from facts')).rows).toHaveLength(2);
  } finally {
    await pglite.close();
  }
});

test('a database whose log could not be written is not asked again, since it would spin for ever', async () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'lodestone-log-'));
  afterTest(() => fs.rmSync(directory, { recursive: true }));
  const db = connect({ dataDir: join(directory, 'database') });
  await sql`create table facts (id integer primary key)`.execute(db);
  const write = fs.writeSync;
  // As a disk does that fails between one look at it and the next.
  fs.writeSync = ((fd: number, ...rest: [Buffer]) => {
    if (!fs.readlinkSync(`/proc/self/fd/${fd}`).includes('/pg_wal/')) return write(fd, ...rest);
    throw Object.assign(new Error('EROFS: read-only file system, write'), { code: 'EROFS' });
  }) as typeof write;
  try {
    const failing = db.transaction().execute((inside) => sql`insert into facts values (1)`.execute(inside));
    await expect(failing).rejects.toBeInstanceOf(DiskRefuses);
  } finally {
    fs.writeSync = write;
  }
  await expect(sql`select 1`.execute(db)).rejects.toThrow('Restart the server');
  await expect(sql`insert into facts values (2)`.execute(db)).rejects.toThrow('Restart the server');
  await db.destroy();

  const again = connect({ dataDir: join(directory, 'database') });
  afterTest(() => again.destroy());
  expect((await sql`select id from facts`.execute(again)).rows).toEqual([]);
});
