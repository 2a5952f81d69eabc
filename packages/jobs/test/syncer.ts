// A process that reads inboxes, a few emails at a time: run by sync-crash.test.ts, which kills it.
import { JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { SETTINGS } from './databases.ts';

const [databaseUrl = '', key = ''] = process.argv.slice(2);

const running = await startJobs({
  database: { databaseUrl },
  settings: { ...SETTINGS, secretKeys: () => Promise.resolve([Buffer.from(key, 'hex')]) },
  log: pino({ level: process.env['LOG'] ?? 'silent' }),
  jobs: JOBS.filter(({ name }) => name === 'sync_inbox').map((job) => ({
    ...job,
    run: (context) => job.run({ ...context, batch: 5 }),
  })),
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
