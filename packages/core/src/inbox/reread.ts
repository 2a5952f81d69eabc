import type { Account } from '../db/account.ts';
import { NOBODY } from '../db/people.ts';
import type { IncomingKind, MatchedBy, ReplyIntent } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { lockInOrder } from '../figures/lock-order.ts';
import { lockSending } from '../sending/lock.ts';
import type { Incoming } from './incoming.ts';
import { followIncoming, identify, storedOf } from './receive.ts';
import type { ReceivedMail } from './received.ts';

/** An email that is kept as it came, with what was made of it. Ids are UUIDs. */
export interface KeptEmail {
  id: string;
  inbox: string;
  raw: Buffer;
  /** Of the whole email, in bytes; `raw` may be the beginning of it. */
  size: number;
  fingerprint: string;
  received_at: Date;
  from_address: string;
  subject: string | null;
  body: string;
  was: Made;
}

/** What was, or would be, made of an email. */
export interface Made {
  kind: IncomingKind;
  /** Of a bounce. */
  outcome: string | null;
  mail_id: string | null;
  by: MatchedBy | null;
  enrollment_id: string | null;
}

/** An email with what would be made of it now. */
export interface Reread {
  kept: KeptEmail;
  incoming: Incoming;
  is: Made;
}

const KEPT = sql`
  i.id, i.email_account_id as inbox, r.raw, r.size::int, i.fingerprint, i.received_at, i.from_address, i.subject, i.body,
  json_build_object(
    'kind', i.kind, 'outcome', i.reading->>'outcome', 'mail_id', i.mail_id, 'by', i.matched_by, 'enrollment_id', i.enrollment_id
  ) as was`;

/** The emails that are kept as they came, in the order of their ids. @param after id of the last one before */
export function readKept(
  account: Account,
  { after, limit }: { after: string | null; limit: number },
): Promise<KeptEmail[]> {
  return account.rows<KeptEmail>(
    (own) => sql`
      select ${KEPT}
      from ${own('raw_mails')} as r
      join ${own('inbox_messages')} as i on i.id = r.inbox_message_id
      where i.fingerprint is not null and (${after}::uuid is null or i.id > ${after}::uuid)
      order by i.id
      limit ${limit}`,
  );
}

/** Emails of an inbox that were read from a moment on and are about none of ours for sure, the earliest first. */
export function readUnproven(
  account: Account,
  inbox: string,
  { since, limit }: { since: Date; limit: number },
): Promise<KeptEmail[]> {
  return account.rows<KeptEmail>(
    (own) => sql`
      select ${KEPT}
      from ${own('raw_mails')} as r
      join ${own('inbox_messages')} as i on i.id = r.inbox_message_id
      where r.kept_at >= ${since} and i.email_account_id = ${inbox} and i.fingerprint is not null and i.kind <> 'own'
        and (i.mail_id is null or i.matched_by = 'guess')
      order by r.kept_at, i.id
      limit ${limit}`,
  );
}

/** Matches emails of an inbox again, as they were read now. Changes nothing. */
export async function reread(
  account: Account,
  inbox: string,
  emails: readonly { kept: KeptEmail; received: ReceivedMail }[],
): Promise<Reread[]> {
  const incoming = await identify(
    account,
    [inbox],
    emails.map(({ kept, received }) => ({ ...received, fingerprint: kept.fingerprint })),
  );
  return emails.flatMap(({ kept }, at) => {
    const found = incoming[at];
    if (!found) return [];
    const { reading } = found;
    const stored = storedOf(found);
    const is = {
      kind: stored.kind,
      outcome: reading.kind === 'bounce' ? reading.outcome : null,
      mail_id: stored.mail_id,
      by: stored.matched_by,
      enrollment_id: stored.enrollment_id,
    };
    return [{ kept, incoming: { ...found, id: kept.id }, is }];
  });
}

/**
 * Stores an email as it is read now, with all that follows from it. What followed from the earlier reading stays: an ended
 * sequence does not resume, and only its owner lifts a suppression.
 */
export async function applyReread(account: Account, { kept, incoming, is }: Reread): Promise<void> {
  await account.transaction(async (account) => {
    await lockSending(account);
    const { match } = incoming;
    await lockInOrder(account, {
      deliveries: match?.mail.delivery_id ? [match.mail.delivery_id] : [],
      campaign_sends: match?.mail.send_id ? [match.mail.send_id] : [],
      enrollments: [kept.was.enrollment_id, match?.mail.enrollment_id].flatMap((id) => id ?? []),
    });
    const { id, ...stored } = storedOf(incoming);
    await account
      .update('inbox_messages')
      .set({ ...stored, classified_at: null })
      .where('id', '=', id)
      .execute();
    if (kept.was.enrollment_id !== null && kept.was.enrollment_id !== is.enrollment_id) {
      await forgetReply(account, kept.was.enrollment_id);
    }
    await followIncoming(account, [incoming]);
  });
}

/** What a conversation knows of its intent before anything has classified it. */
const UNCLASSIFIED = { classified_at: null, intent_by: null, intent_confidence: null, intent_evidence: null };

/** A conversation that has no reply left has no intent either, unless somebody gave it one. */
async function forgetReply(account: Account, enrollment: string): Promise<void> {
  await account
    .update('enrollments')
    .set({ reply_intent: 'no_reply', ...UNCLASSIFIED })
    .where('id', '=', enrollment)
    .where(sql<boolean>`intent_by is distinct from 'hand'`)
    .where(
      'id',
      'not in',
      account.select('inbox_messages').select('enrollment_id').where('enrollment_id', '=', enrollment),
    )
    .execute();
}

/** A conversation whose intent nobody set by hand, with the replies that it rests on, oldest first. */
export interface Reclassifiable {
  enrollment_id: string;
  reply_intent: ReplyIntent;
  intent_by: 'rules' | 'model' | null;
  replies: { id: string; body: string; invitation: string | null }[];
}

/**
 * Conversations that may be classified again, in the order of their ids. Not those of somebody who was erased: their words are gone, and what
 * they came to stays.
 * @param after id of the last one before
 */
export function readReclassifiable(
  account: Account,
  { after, limit }: { after: string | null; limit: number },
): Promise<Reclassifiable[]> {
  return account.rows<Reclassifiable>(
    (own) => sql`
      select e.id as enrollment_id, e.reply_intent, e.intent_by, (
        select json_agg(json_build_object('id', i.id, 'body', i.body, 'invitation', i.reading->>'invitation') order by i.received_at, i.id)
        from ${own('inbox_messages')} as i
        where i.enrollment_id = e.id and i.kind = 'reply'
      ) as replies
      from ${own('enrollments')} as e
      where (e.intent_by is null or e.intent_by <> 'hand') and (${after}::uuid is null or e.id > ${after}::uuid)
        and exists (
          select from ${own('inbox_messages')} as i
          where i.enrollment_id = e.id and i.kind = 'reply' and i.fingerprint is not null
        )
        and not exists (
          select from ${own('subscribers')} as s where s.id = e.subscriber_id and s.email like ${NOBODY}
        )
      order by e.id
      limit ${limit}`,
  );
}

/** Forgets what was found in a conversation's replies, so that they are classified again. What was set by hand stays. */
export async function reopenIntent(
  account: Account,
  { enrollment_id, replies }: Reclassifiable,
): Promise<boolean> {
  return account.transaction(async (account) => {
    await lockSending(account);
    const reopened = await account
      .update('enrollments')
      .set({ reply_intent: 'replied', ...UNCLASSIFIED })
      .where('id', '=', enrollment_id)
      .where(sql<boolean>`intent_by is distinct from 'hand'`)
      .returning('id')
      .execute();
    if (reopened.length === 0) return false;
    await account
      .update('inbox_messages')
      .set({ classified_at: null })
      .where(
        'id',
        'in',
        replies.map(({ id }) => id),
      )
      .execute();
    return true;
  });
}
