import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// How do the public magnets perform?
for await (const magnet of lodestone.magnets.list({ status: 'public' })) {
  console.log(magnet.title, magnet.performance.leads, magnet.performance.click_rate);
}
