// Plans seven days in a process of its own, and prints how long that took and how much memory it needed at most.
import { connect, forAccount, forecast } from '@lodestone/core';

const [databaseUrl = '', accountId = ''] = process.argv.slice(2);
const db = connect({ databaseUrl, patient: true });
const account = forAccount(db, accountId, { kind: 'operator' });
globalThis.gc?.();
const began = performance.now();
const cpu = process.cpuUsage();
const { plan, leads } = await forecast(account, { days: 7 });
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    ms: performance.now() - began,
    cpu: (user + system) / 1_000,
    leads: leads.length,
    emails: plan.length,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  }),
);
await db.destroy();
