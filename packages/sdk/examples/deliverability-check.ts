// A nightly check for CI: fails when an inbox's deliverability is poor, or worse than in the run before.
//
//   node deliverability-check.ts deliverability.json
//
// The file remembers each inbox from run to run; keep it in the CI's cache. Exit codes: 0 all well, 1 something dropped.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { type EmailAccount, Lodestone } from '@lodestone/sdk';

/** A bounce rate may rise by this much between two runs: half a percentage point. */
const tolerance = 0.005;

const worse = ['good', 'watch', 'poor'];
const file = process.argv[2] ?? 'deliverability.json';
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as EmailAccount[]) : [];

const lodestone = new Lodestone();
const { data: inboxes, summary } = await lodestone.emailAccounts.list();
const problems = inboxes.flatMap((inbox) =>
  dropped(
    inbox,
    before.find(({ id }) => id === inbox.id),
  ).map((problem) => `${inbox.address}: ${problem}`),
);
writeFileSync(file, JSON.stringify(inboxes, undefined, 2));

console.log(
  `${summary.active} of ${summary.total} inboxes send, ${summary.total_daily_capacity} mails a day together.`,
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function dropped({ deliverability: now, system_pause }: EmailAccount, earlier?: EmailAccount): string[] {
  const then = earlier?.deliverability;
  const found: string[] = [];
  if (system_pause) found.push(`paused by the system for ${system_pause.reason} at ${system_pause.at}`);
  if (now.health === 'poor') found.push('its health is poor');
  else if (then && worse.indexOf(now.health) > worse.indexOf(then.health))
    found.push(`its health fell from ${then.health} to ${now.health}`);
  if (then && (now.bounce_rate ?? 0) > (then.bounce_rate ?? 0) + tolerance)
    found.push(`its bounce rate rose from ${percent(then.bounce_rate)} to ${percent(now.bounce_rate)}`);
  return found;
}

function percent(rate: number | null): string {
  return rate === null ? 'none' : `${(rate * 100).toFixed(2)} %`;
}
