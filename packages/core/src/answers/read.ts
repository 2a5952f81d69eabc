import type { Account } from '../db/account.ts';
import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type { IncomingKind, MailState, MatchedBy } from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import { conversationOf, readConversationRow } from '../unibox/conversation.ts';
import { OPEN, UNREAD } from '../unibox/list.ts';

/** What an answer is written from. */
interface AnswerContent {
  subject: string;
  body: string;
  signature: string | null;
  /** Message-IDs of the conversation before it, oldest first. */
  thread: string[];
}

/** Message-IDs that an answer refers to; a thread that goes on for years must not make an endless header. */
const MAX_THREAD = 30;

/** What an answer is written from, by the UUID of its email. @throws Error when it is gone */
export async function readAnswerContent(account: Account, mail: string): Promise<AnswerContent> {
  const [answer] = await account.rows<Omit<AnswerContent, 'thread'> & { enrollment_id: string }>(
    (own) => sql`
      select w.subject, w.body, w.enrollment_id, a.signature
      from ${own('answers')} as w
      join ${own('mails')} as m on m.id = w.mail_id
      left join ${own('email_accounts')} as a on a.id = m.email_account_id
      where w.mail_id = ${mail}`,
  );
  if (!answer) throw new Error('The answer is gone.');
  const { enrollment_id, ...content } = answer;
  const thread = await account.rows<{ message_id: string }>(
    (own) => sql`
      select message_id from (
        select coalesce(m.provider_message_id, m.sent_copy_id, m.message_id) as message_id, m.sent_at as at
        from ${own('mails')} as m
        where m.enrollment_id = ${enrollment_id} and m.state = 'sent' and m.kind in ('step', 'answer')
        union all
        select i.message_id, i.received_at from ${own('inbox_messages')} as i
        where i.enrollment_id = ${enrollment_id} and i.message_id is not null
      ) as thread
      order by at desc
      limit ${MAX_THREAD}`,
  );
  return { ...content, thread: thread.map(({ message_id }) => message_id).toReversed() };
}

export type ConversationDetails = Awaited<ReturnType<typeof readConversationDetails>>;

interface Details {
  intent_by: 'rules' | 'model' | 'hand' | null;
  intent_confidence: number | null;
  intent_evidence: string | null;
  unread: boolean;
  done: boolean;
  matched: { id: string; matched_by: MatchedBy; evidence: string | null }[];
  beside: {
    kind: IncomingKind;
    from_address: string;
    subject: string | null;
    received_at: string;
    reading: Record<string, unknown> | null;
  }[];
  written: {
    id: string;
    subject: string;
    body: string;
    updated_at: string;
    state: MailState | null;
    sent_at: string | null;
    response: string | null;
  }[];
}

/**
 * A conversation with what the application alone shows of it: the evidence for its intent, whether it was opened and is
 * done, how each reply was matched, incoming emails that are not replies, the answers and the draft.
 * @throws Refusal `not_found`
 */
export async function readConversationDetails(account: Account, { id }: { id: string }) {
  const row = await readConversationRow<Details>(account, { id }, details);
  const { intent_by, intent_confidence, intent_evidence, unread, done, matched, beside, written } = row;
  return {
    conversation: conversationOf(row),
    intent: { intent_by, intent_confidence, intent_evidence },
    unread,
    done,
    matched: new Map(
      matched.map(({ id, matched_by, evidence }): [string, { by: MatchedBy; evidence: string | null }] => [
        toWire('msg', id),
        { by: matched_by, evidence },
      ]),
    ),
    beside: beside.map((one) => ({ ...one, received_at: moment(one.received_at) })),
    draft: written.find(({ state }) => state === null)?.body ?? '',
    answers: written.flatMap(({ state, sent_at, updated_at, ...answer }) =>
      state === null
        ? []
        : [{ ...answer, state, sent_at: momentOrNull(sent_at), written_at: moment(updated_at) }],
    ),
  };
}

/** Columns of `Details`, of `enrollments as e`. */
function details(own: Own): Sql {
  return sql`,
    e.intent_by, e.intent_confidence, e.intent_evidence,
    e.last_message_at is not null and ${UNREAD} as unread,
    coalesce(not ${OPEN}, true) as done,
    ${asJson(sql`
      select i.id, i.matched_by, i.evidence
      from ${own('inbox_messages')} as i
      where i.enrollment_id = e.id and i.matched_by is not null`)} as matched,
    ${asJson(sql`
      select i.kind, i.from_address, i.subject, i.received_at, i.reading
      from ${own('inbox_messages')} as i
      join ${own('mails')} as m on m.id = i.mail_id
      where m.enrollment_id = e.id and i.kind <> 'reply'
      order by i.received_at desc
      limit 20`)} as beside,
    ${asJson(sql`
      select w.id, w.subject, w.body, w.updated_at, m.state, m.sent_at, m.response
      from ${own('answers')} as w
      left join ${own('mails')} as m on m.id = w.mail_id
      where w.enrollment_id = e.id
      order by w.updated_at
      limit 200`)} as written`;
}
