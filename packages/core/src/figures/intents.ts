import type { ReplyIntent } from '../db/schema.ts';

/** Intents that classify nothing. They never count as an outcome. */
export const PLACEHOLDER_INTENTS = ['no_reply', 'replied'] as const satisfies ReplyIntent[];

/** Intents that are outcomes, in the order in which every split lists them. */
export const CLASSIFIED_INTENTS = [
  'interested',
  'meeting_booked',
  'meeting_completed',
  'won',
  'out_of_office',
  'not_interested',
  'unsubscribed',
] as const satisfies ReplyIntent[];

/** Leads of a campaign with one intent, as `campaign_leads` keeps them. */
export interface IntentSums {
  reply_intent: ReplyIntent;
  replied: number;
  classified: number;
}

/** Replies, split by classified intent; what is not classified yet stands apart, so that both together are the replies. */
export function repliesOf(sums: readonly IntentSums[]) {
  const by_intent = CLASSIFIED_INTENTS.map((intent) => ({
    intent,
    count: total(sums.filter((row) => row.reply_intent === intent).map((row) => row.classified)),
  }));
  const replies = total(sums.map((row) => row.replied));
  return { replies, awaiting_classification: replies - total(by_intent.map((row) => row.count)), by_intent };
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
