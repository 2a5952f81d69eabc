import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Classify a reply. Set ENROLLMENT_ID to the id of the conversation.
const { ENROLLMENT_ID = '' } = process.env;
const conversation = await lodestone.unibox.setIntent(ENROLLMENT_ID, 'meeting_booked');
console.log(conversation.lead.email, conversation.reply_intent);
