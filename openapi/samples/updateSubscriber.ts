import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Add a tag. Tags replace the whole set, so hand over the present ones too. Set SUBSCRIBER_ID.
const { SUBSCRIBER_ID = '' } = process.env;
const { tags } = await lodestone.subscribers.get(SUBSCRIBER_ID);
const edited = await lodestone.subscribers.update(SUBSCRIBER_ID, { tags: [...tags, 'vip'] });
console.log(edited.tags);
