import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// What failed in the latest runs of one job?
const { data } = await lodestone.activity.list({ job: 'send_pending', limit: 10 });
for (const run of data) console.log(run.started_at, run.status, run.failures);
