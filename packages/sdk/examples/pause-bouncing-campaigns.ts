// Pauses every running campaign whose bounce rate is over a limit.
//
//   node pause-bouncing-campaigns.ts 0.05            pauses those over 5 %
//   node pause-bouncing-campaigns.ts 0.05 --dry-run  only tells which
import { Lodestone, LodestoneError } from '@lodestone/sdk';

const limit = Number(process.argv[2] ?? 0.05);
const dryRun = process.argv.includes('--dry-run');

const lodestone = new Lodestone();
// Collected before any is paused: a pause takes a campaign out of this very list, and would move the rest up.
const running = await lodestone.campaigns.list({ status: 'active', limit: 200 }).all();
for (const { id, name } of running) {
  const { sends } = await lodestone.campaigns.metrics(id);
  if (sends.bounce_rate === null || sends.bounce_rate <= limit) continue;
  const reason = `Bounce rate ${(sends.bounce_rate * 100).toFixed(1)} % is over ${(limit * 100).toFixed(1)} %`;
  console.log(`${name}: ${reason}`);
  if (dryRun) continue;
  try {
    await lodestone.campaigns.pause(id, { reason });
  } catch (error) {
    // It was completed in the meantime.
    if (!LodestoneError.is(error, 'invalid_state')) throw error;
  }
}
