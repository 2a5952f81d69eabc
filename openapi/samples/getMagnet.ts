import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Take the id of the newest magnet from the list, then read that one.
const [newest] = await lodestone.magnets.list({ limit: 1 }).all({ max: 1 });
if (newest) console.log(await lodestone.magnets.get(newest.id));
