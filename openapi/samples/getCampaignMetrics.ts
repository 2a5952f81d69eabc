import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Which variant of the newest campaign gets the most replies?
const [newest] = await lodestone.campaigns.list({ limit: 1 }).all({ max: 1 });
if (newest) {
  const { reply_rate, steps } = await lodestone.campaigns.metrics(newest.id);
  console.log(newest.name, reply_rate);
  for (const { step, variants } of steps) {
    for (const { label, reply_rate } of variants) console.log(step, label, reply_rate);
  }
}
