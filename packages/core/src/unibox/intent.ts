import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import type { ReplyIntent } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { PLACEHOLDER_INTENTS } from '../figures/intents.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';
import { readConversation } from './conversation.ts';

/**
 * Sets the reply intent of a conversation: any of the nine, from any other. It classifies and does nothing else; setting
 * `unsubscribed` opts nobody out. The moment of the first classification stays while the intent is an outcome. What is set here was
 * set by hand: no rule and no model changes it any more.
 * @throws Refusal `not_found`
 */
export async function setReplyIntent(
  account: Account,
  { id, reply_intent }: { id: string; reply_intent: ReplyIntent },
) {
  const uuid = uuidOf('enr', id, 'conversation');
  const placeholder = PLACEHOLDER_INTENTS.some((intent) => intent === reply_intent);
  return account.transaction(async (account) => {
    const set = await account
      .update('enrollments')
      .set({
        reply_intent,
        classified_at: placeholder ? null : sql<Date>`coalesce(classified_at, clock_timestamp())`,
        intent_by: 'hand',
        intent_confidence: null,
        intent_evidence: null,
      })
      .where('id', '=', uuid)
      .returning('id')
      .execute();
    if (set.length === 0) throw notFound('conversation');
    await audit(account, 'conversation.intent', uuid, { reply_intent });
    return readConversation(account, { id });
  });
}
