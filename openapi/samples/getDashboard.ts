import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// How is the open rate, and how many deliveries were opened each day?
const { kpis, by_day } = await lodestone.dashboard({ range: '90d', scope: 'all' });
console.log('open rate', kpis.open_rate);
for (const { date, opened } of by_day) console.log(date, opened);
