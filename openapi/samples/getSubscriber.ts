import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// What did the best lead ask for, and which campaigns are they in?
const [best] = await lodestone.subscribers.list({ order: 'score', limit: 1 }).all({ max: 1 });
if (best) {
  const { requests, enrollments } = await lodestone.subscribers.get(best.id);
  for (const { magnet, requested_at } of requests) console.log(requested_at, magnet.title);
  for (const { campaign, reply_intent } of enrollments) console.log(campaign.name, reply_intent);
}
