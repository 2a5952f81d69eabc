import { expect } from '@jest/globals';

import { load } from '../../../../scripts/torture/load.ts';
import { TEST_DATABASE_URL } from '../../../core/test/databases.ts';
import { onPostgres } from '../server.ts';

// The long form, which also measures, is `pnpm torture --load`.
onPostgres.test(
  'four times what a server can take, of one account, is answered or refused to the last request, and fails no other account',
  async () => {
    const rows = await load({ server: TEST_DATABASE_URL, seconds: 3 });
    const flood = rows.find((row) => row.load === 'four times that');
    expect(flood?.['200']).toBeGreaterThan(0);
    for (const row of rows)
      expect([row.load, row['without an answer'], row["other's failures"]]).toEqual([row.load, 0, 0]);
    expect(Math.max(...rows.map((row) => row['resident MB']))).toBeLessThan(250);
  },
);
