import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Read the latest conversation.
const {
  latest: [newest],
} = await lodestone.unibox.summary();
if (newest) {
  const { sends, replies } = await lodestone.unibox.conversation(newest.id);
  for (const { sent_at, subject } of sends) console.log(sent_at, subject);
  for (const { received_at, text } of replies) console.log(received_at, text);
}
