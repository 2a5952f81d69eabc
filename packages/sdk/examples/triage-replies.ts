// Sorts the latest replies that nobody has classified yet, by what they say.
//
//   node triage-replies.ts          proposes an intent for each
//   node triage-replies.ts --apply  and sets it
import { Lodestone, type ReplyIntent } from '@lodestone/sdk';

/** The first that fits decides, so the refusals come before the words they share with interest. */
const rules: [ReplyIntent, RegExp][] = [
  ['unsubscribed', /unsubscribe|remove me|stop (emailing|writing|sending)|take me off/i],
  ['out_of_office', /out of (the )?office|on leave|on vacation|back on|annual leave|auto(matic)?[- ]reply/i],
  ['not_interested', /not interested|no,? thanks?|not (right )?now|not a (good )?fit|already have|pass on/i],
  ['meeting_booked', /booked|calendar invite|see you (on|at)|confirmed for|works for me/i],
  [
    'interested',
    /interested|sounds (good|great|useful)|tell me more|send (me|it|over)|a call|demo|pricing|how much|cost/i,
  ],
];

/** Intents that classify nothing. */
const placeholders = new Set<string>(['no_reply', 'replied']);

const apply = process.argv.includes('--apply');
const lodestone = new Lodestone();
const { latest, awaiting_classification } = await lodestone.unibox.summary();
console.error(`${awaiting_classification} replies await classification.`);

for (const { id } of latest.filter(({ reply_intent }) => placeholders.has(reply_intent))) {
  const { lead, replies } = await lodestone.unibox.conversation(id);
  const text = replies.at(-1)?.text ?? '';
  const [intent] = rules.find(([, pattern]) => pattern.test(text)) ?? [];
  console.log([id, lead.email, intent ?? 'for a person to read', text.split('\n')[0]].join('\t'));
  if (apply && intent) await lodestone.unibox.setIntent(id, intent);
}
