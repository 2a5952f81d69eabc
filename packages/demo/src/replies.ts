import type { ReplyIntent } from '@lodestone/core/db/schema.js';

/** What came of an enrollment: its share of all, the intent it was given, and what the lead wrote. */
export interface Outcome {
  intent: ReplyIntent;
  share: number;
  /** How often the reply carries text: an intent can be set after a call, and an automatic mail can be empty. */
  with_text: number;
  /** How often the lead converts. */
  converts: number;
  bodies: readonly string[];
}

export const OUTCOMES: readonly Outcome[] = [
  {
    intent: 'interested',
    share: 0.024,
    with_text: 0.94,
    converts: 0.06,
    bodies: [
      'Yes, please send it over. Following up is what eats our week.',
      'Good timing, we are rewriting our sequence this month. What would you need from us?',
      'Interested. Could you send the page to my colleague as well? She runs the outbound side.',
      'Haha, fair question. All three! But let us start with writing.',
      'हाँ, भेज दीजिए। धन्यवाद!',
    ],
  },
  {
    intent: 'meeting_booked',
    share: 0.012,
    with_text: 0.9,
    converts: 0.1,
    bodies: [
      'Thursday at 4 pm IST works. I have put it into the calendar.',
      'Booked the 11:30 slot for Tuesday. Two colleagues will join.',
      'Let us talk on Monday. I have taken the first slot on your page.',
    ],
  },
  {
    intent: 'meeting_completed',
    share: 0.008,
    with_text: 0.8,
    converts: 0.3,
    bodies: [
      'Thanks for the call just now. I will discuss the proposal with the team and come back by Friday.',
      'Good to talk. Please send the summary and the price for five seats.',
    ],
  },
  {
    intent: 'won',
    share: 0.006,
    with_text: 0.85,
    converts: 0.9,
    bodies: [
      'We are in. Please send the agreement.',
      'Signed and sent back this morning. Looking forward to it!',
    ],
  },
  {
    intent: 'out_of_office',
    share: 0.02,
    with_text: 0.65,
    converts: 0,
    bodies: [
      'I am out of the office until Monday with limited access to email.',
      'Thank you for your message. I am on leave this week; for anything urgent please write to office@postbox.example.',
      'Automatic reply: I am travelling and will answer with a delay.',
    ],
  },
  {
    intent: 'not_interested',
    share: 0.024,
    with_text: 0.97,
    converts: 0,
    bodies: [
      'Thanks, but this is not a priority for us this year.',
      'We already work with somebody for this. All the best.',
      'Not for us, sorry.',
    ],
  },
  {
    intent: 'unsubscribed',
    share: 0.008,
    with_text: 1,
    converts: 0,
    bodies: ['Please take me off your list.', 'unsubscribe', 'Kindly remove my address. Thank you.'],
  },
  {
    intent: 'replied',
    share: 0.012,
    with_text: 0.9,
    converts: 0,
    bodies: [
      'Who is this?',
      'Forwarding this to our marketing lead.',
      'Maybe. What does it cost?',
      'Can you write again in January?',
    ],
  },
  // Bought without a word.
  { intent: 'no_reply', share: 0.006, with_text: 0, converts: 1, bodies: [] },
];

/** A lead's second mail, some time after the first. */
export const SECOND_MAILS = [
  'One more thing: does it work for a team of two?',
  'Sorry for the delay. Next week is better for me.',
  'Sent from my phone, please excuse the brevity. Yes to all of it.',
];

/** Mail in the inboxes that belongs to no campaign: sender, subject, body. */
export const OTHER_MAIL: readonly (readonly [from: string, subject: string | null, body: string])[] = [
  ['billing@hostingco.example', 'Your invoice is ready', 'The invoice for last month is attached.'],
  ['digest@tradeletter.example', 'This week in outbound', 'Five stories, four of them about deliverability.'],
  ['mailer-daemon@postbox.example', 'Undelivered Mail Returned to Sender', ''],
  ['no-reply@calendarly.example', 'Reminder: call in 30 minutes', 'You have a call at 16:00 IST.'],
  ['priya@quarrystone.example', 'Lunch on Friday?', 'The usual place, at one?'],
  [
    'support@dnsdesk.example',
    'A record of your zone has changed',
    'The TXT record of meridian-list.example was changed.',
  ],
  ['abuse@upland.example', null, 'We received a complaint about a mail from your network.'],
  [
    'jobs@saffronlabs.example',
    'Application: sales development',
    'Dear team, I would like to apply for the role.',
  ],
];
