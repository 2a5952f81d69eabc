// Sends what `load.ts` asks for, in a process of its own: what it costs is to be nobody else's, and it steps back for everybody.
import { setPriority } from 'node:os';

import autocannon, { type Options } from 'autocannon';

setPriority(19);
process.once('message', async (options: Options) => {
  const { requests, statusCodeStats, errors, timeouts, latency } = await autocannon(options);
  process.send?.({ total: requests.total, statusCodeStats, errors, timeouts, p99: latency.p99 });
});
