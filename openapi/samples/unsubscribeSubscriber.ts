import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Opt a subscriber out, for good. Set SUBSCRIBER_ID to their id.
const { SUBSCRIBER_ID = '' } = process.env;
const { changed, subscriber } = await lodestone.subscribers.unsubscribe(SUBSCRIBER_ID);
console.log(changed ? 'unsubscribed' : 'was unsubscribed already', subscriber.unsubscribed_at);
