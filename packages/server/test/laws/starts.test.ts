import { expect } from '@jest/globals';

import { isClean, killStarts } from '../../../../scripts/torture/starts.ts';
import { TEST_DATABASE_URL } from '../../../core/test/databases.ts';
import { onPostgres } from '../server.ts';

// The long form is `pnpm torture --starts`. What is left of a first start on the embedded database, core/test/embedded.test.ts has.
for (const start of ['first start', 'upgrade'] as const) {
  onPostgres.test(
    `a server that is killed during its ${start} leaves what the next one makes whole`,
    async () => {
      const report = await killStarts(start, { kills: 1, server: TEST_DATABASE_URL, random: () => 0.6 });
      expect(report.why).toEqual([]);
      expect(isClean(report)).toBe(true);
    },
  );
}
