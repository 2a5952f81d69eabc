// A process that sends what is due, a few emails at a time: run by crash.test.ts, which kills it.
import { accountsThatSend } from '@lodestone/core';
import { type Job, startJobs } from '@lodestone/jobs';
import { sendPending, sendPendingJob } from '@lodestone/jobs/send-pending.js';
import { openConnections } from '@lodestone/jobs/sending/connections.js';
import { pino } from 'pino';

import { SETTINGS } from '../databases.ts';

const [databaseUrl = '', key = ''] = process.argv.slice(2);
const connections = openConnections();

/** As the product's own, in smaller helpings: of sixty leads a crash is to leave most to the crashes that follow. */
const job: Job = {
  ...sendPendingJob,
  schedule: { every: 100 },
  run: async ({ db, forEach, settings: { publicUrl, secretKeys }, signal }) =>
    forEach(await accountsThatSend(db), (account, run) =>
      sendPending(account, run, { publicUrl, secretKeys, connections, signal, claim: 9, chunk: 4 }),
    ),
};

const running = await startJobs({
  database: { databaseUrl },
  settings: { ...SETTINGS, secretKeys: () => Promise.resolve([Buffer.from(key, 'hex')]) },
  log: pino({ level: process.env['LOG'] ?? 'silent' }),
  jobs: [job],
});
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
