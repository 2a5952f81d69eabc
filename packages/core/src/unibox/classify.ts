import type { Account } from '../db/account.ts';
import type { ReplyIntent } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { CLASSIFIED_INTENTS, PLACEHOLDER_INTENTS } from '../figures/intents.ts';
import { lockSending } from '../sending/lock.ts';
import { unsubscribeByReply } from '../subscribers/subscription.ts';

/** A reply whose intent was not looked for yet. Ids are UUIDs. */
export interface Unclassified {
  id: string;
  enrollment_id: string;
  body: string;
  /** What a calendar said for its author, such as `accepted`. */
  invitation: string | null;
}

/** The oldest replies whose intent was not looked for yet. */
export function readUnclassified(account: Account, { limit }: { limit: number }): Promise<Unclassified[]> {
  return account.rows<Unclassified>(
    (own) => sql`
      select i.id, i.enrollment_id, i.body, i.reading->>'invitation' as invitation
      from ${own('inbox_messages')} as i
      where i.kind = 'reply' and i.fingerprint is not null and i.enrollment_id is not null and i.classified_at is null
      order by i.received_at, i.id
      limit ${limit}`,
  );
}

const REPLY_INTENTS = [...PLACEHOLDER_INTENTS, ...CLASSIFIED_INTENTS];

/** What a reply says, and who found it. */
export interface Classified {
  intent: ReplyIntent;
  confidence: number;
  /** Words of the reply. */
  evidence: string;
  /** Whether its author asked, in their own words, not to be written to any more. */
  opt_out: boolean;
  by: 'rules' | 'model';
}

/**
 * Writes down what was found in a reply, or that nothing was. A conversation whose intent was set by hand keeps it. Who asked
 * not to be written to is opted out, whatever the label says.
 * @param id UUID of the message
 */
export async function classifyReply(
  account: Account,
  { id, enrollment_id }: Pick<Unclassified, 'id' | 'enrollment_id'>,
  found: Classified | null,
): Promise<void> {
  await account.transaction(async (account) => {
    await lockSending(account);
    const mine = await account
      .update('inbox_messages')
      .set({ classified_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('classified_at', 'is', null)
      .returning('received_at')
      .executeTakeFirst();
    if (!mine || found === null) return;
    await setIntent(account, enrollment_id, found);
    if (found.opt_out) await optOut(account, enrollment_id, { ...found, ...mine });
  });
}

async function setIntent(account: Account, enrollment: string, found: Classified): Promise<void> {
  if (found.intent === 'no_reply') return;
  const placeholder = PLACEHOLDER_INTENTS.some((intent) => intent === found.intent);
  await account
    .update('enrollments')
    .set({
      reply_intent: found.intent,
      classified_at: placeholder ? null : sql<Date>`coalesce(classified_at, clock_timestamp())`,
      intent_by: found.by,
      intent_confidence: found.confidence,
      intent_evidence: [...found.evidence.toWellFormed()].slice(0, 500).join(''),
    })
    .where('id', '=', enrollment)
    .where(sql<boolean>`intent_by is distinct from 'hand'`)
    // A later "thanks" does not take back what was known.
    .where('reply_intent', 'in', placeholder ? PLACEHOLDER_INTENTS : REPLY_INTENTS)
    .execute();
}

async function optOut(
  account: Account,
  enrollment: string,
  asked: { evidence: string; received_at: Date },
): Promise<void> {
  const lead = await account
    .select('enrollments')
    .select('subscriber_id')
    .where('id', '=', enrollment)
    .executeTakeFirst();
  if (lead) await unsubscribeByReply(account, lead.subscriber_id, asked);
}
