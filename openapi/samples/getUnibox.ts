import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// How many replies are there, of which intent, and which came last?
const { replies, by_intent, latest } = await lodestone.unibox.summary();
console.log(replies, by_intent);
for (const { lead, preview } of latest) console.log(lead.email, preview);
