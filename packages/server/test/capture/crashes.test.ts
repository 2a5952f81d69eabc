import { expect } from '@jest/globals';

import { crash } from '../../../../scripts/torture/crashes.ts';
import { emptyDatabase } from '../../../../scripts/torture/empty-database.ts';
import { DATABASES, POSTGRES, TEST_DATABASE_URL } from '../../../core/test/databases.ts';

// The long form is scripts/torture/crashes.ts. Starting the embedded database is what takes time.
for (const kind of DATABASES) {
  kind.test(
    `a server that is killed loses no answered visit, no request and no email, on ${kind.name}`,
    async () => {
      const database = kind === POSTGRES ? await emptyDatabase(TEST_DATABASE_URL) : undefined;
      try {
        const report = await crash({ kills: database ? 2 : 1, databaseUrl: database?.url });
        expect(report).toMatchObject({ lostRequests: [], lostVisits: 0, unsafe: [], differences: 0 });
        expect(report.answered.requests).toBeGreaterThan(2);
      } finally {
        await database?.drop();
      }
    },
    600_000,
  );
}
