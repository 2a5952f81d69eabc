import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// What did AI cost in the last seven days, by model?
const { totals, by_model } = await lodestone.usage({ range: '7d' });
for (const { model, cost_usd } of by_model) console.log(model, cost_usd);
console.log('in all', totals.cost_usd);
