// Plans seven days in a process of its own, and prints how long that took and how much memory it needed at most. Then it plans as much of
// them as a page shows, by a connection that gives a statement no longer than a request's.
import { connect, forAccount, forecast } from '@lodestone/core';
import { MOST_LEADS } from '@lodestone/server/pages/campaigns/plan.js';

const [databaseUrl = '', accountId = ''] = process.argv.slice(2);
const db = connect({ databaseUrl, patient: true });

async function measured(open: typeof db, most?: number) {
  globalThis.gc?.();
  const began = performance.now();
  const cpu = process.cpuUsage();
  const given = most === undefined ? {} : { most };
  const { plan, leads } = await forecast(forAccount(open, accountId, { kind: 'operator' }), {
    days: 7,
    ...given,
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    ms: performance.now() - began,
    cpu: (user + system) / 1_000,
    leads: leads.length,
    emails: plan.length,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  };
}

const whole = await measured(db);
const requests = connect({ databaseUrl });
const page = await measured(requests, MOST_LEADS);
console.log(JSON.stringify({ whole, page }));
await requests.destroy();
await db.destroy();
