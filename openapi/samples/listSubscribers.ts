import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Every hot lead, page by page.
const hot = lodestone.subscribers.list({ temperature: 'hot', order: 'activity', limit: 200 });
for await (const lead of hot) console.log(lead.lead_score, lead.email, lead.tags);
