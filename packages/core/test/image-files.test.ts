import { expect, test } from '@jest/globals';
import { sql } from 'kysely';

import { afterTest } from '../../../scripts/jest/support.ts';
import { EMBEDDED } from './databases.ts';

test('embedded databases that begin with the same image do not see what another one writes', async () => {
  const open = async () => {
    const { db, close } = await EMBEDDED.open();
    afterTest(close);
    return db;
  };
  const [one, beside] = [await open(), await open()];
  await sql`create table written (line text)`.execute(one);
  // Until then it may be nowhere but in memory.
  await sql`checkpoint`.execute(one);
  for (const other of [beside, await open()]) {
    const { rows } = await sql`select to_regclass('written') as found`.execute(other);
    expect(rows).toStrictEqual([{ found: null }]);
  }
});
