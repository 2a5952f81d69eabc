import type { Account } from '../db/account.ts';
import { asJson, moment, momentOrNull } from '../db/rows.ts';
import type {
  CampaignStatus,
  EnrollmentStatus,
  MailState,
  ReplyIntent,
  SendStatus,
  StopReason,
  SubscriptionState,
} from '../db/schema.ts';
import { type Own, type Sql, sql } from '../db/sql.ts';
import { temperatureOf } from '../figures/score.ts';
import { toWire, uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** What every view of a conversation shows: `enrollments as e`, `campaigns as c`, `subscribers as s`. */
export interface ConversationRow {
  id: string;
  reply_intent: ReplyIntent;
  campaign_id: string;
  campaign_name: string;
  campaign_status: CampaignStatus;
  subscriber_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  subscription: SubscriptionState;
  lead_score: number;
}

export const CONVERSATION_COLUMNS: Sql = sql`
  e.id, e.reply_intent, c.id as campaign_id, c.name as campaign_name, c.status as campaign_status,
  s.id as subscriber_id, s.email, s.first_name, s.last_name, s.status as subscription, s.lead_score`;

interface Row extends ConversationRow {
  status: EnrollmentStatus;
  stop_reason: StopReason | null;
  enrolled_at: Date;
  replied_at: Date | null;
  converted_at: Date | null;
  sends: SendRow[];
  replies: { id: string; from_address: string; subject: string | null; body: string; received_at: string }[];
  answers: AnswerRow[];
}

interface AnswerRow {
  id: string;
  state: MailState;
  address: string | null;
  subject: string;
  body: string;
  updated_at: string;
  sent_at: string | null;
  response: string | null;
}

interface SendRow {
  id: string;
  step: number;
  label: string;
  status: SendStatus;
  address: string | null;
  subject: string;
  body: string;
  queued_at: string;
  sent_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  bounced_at: string | null;
  failure: string | null;
}

/** Emails of a conversation that are shown in either direction. */
const LONGEST_CONVERSATION = 1_000;
const MAX_ANSWERS = 200;

/** A conversation as it is read alone. */
export type Conversation = Awaited<ReturnType<typeof readConversation>>;

/** One conversation: the lead, every mail sent to them and every mail received from them. */
export async function readConversation(account: Account, { id }: { id: string }) {
  return conversationOf(await readConversationRow(account, { id }));
}

export function conversationOf(row: Row) {
  return {
    id: toWire('enr', row.id),
    campaign: campaignOf(row),
    lead: leadOf(row),
    status: row.status,
    stop_reason: row.stop_reason,
    reply_intent: row.reply_intent,
    enrolled_at: moment(row.enrolled_at),
    replied_at: momentOrNull(row.replied_at),
    converted_at: momentOrNull(row.converted_at),
    sends: row.sends.map(sendOnWire),
    replies: row.replies.map((reply) => ({
      id: toWire('msg', reply.id),
      from: reply.from_address,
      subject: reply.subject,
      text: reply.body,
      received_at: moment(reply.received_at),
    })),
    answers: row.answers.map(answerOnWire),
  };
}

export function campaignOf(row: ConversationRow) {
  return { id: toWire('cmp', row.campaign_id), name: row.campaign_name, status: row.campaign_status };
}

export function leadOf(row: ConversationRow) {
  return {
    id: toWire('sub', row.subscriber_id),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    status: row.subscription,
    lead_score: row.lead_score,
    temperature: temperatureOf(row.lead_score),
  };
}

/**
 * The row that a conversation is made of.
 * @param more further columns of `enrollments as e`, each with a comma before it, for a caller who needs them with it
 * @throws Refusal `not_found`
 */
export async function readConversationRow<More = object>(
  account: Account,
  { id }: { id: string },
  more: (own: Own) => Sql = () => sql``,
): Promise<Row & More> {
  const uuid = uuidOf('enr', id, 'conversation');
  const [row] = await readRows<More>(account, uuid, more);
  if (!row) throw notFound('conversation');
  return row;
}

function readRows<More>(account: Account, uuid: string, more: (own: Own) => Sql): Promise<(Row & More)[]> {
  return account.rows<Row & More>(
    (own) => sql`
      select
        ${CONVERSATION_COLUMNS}, e.status, e.stop_reason, e.enrolled_at, e.replied_at, e.converted_at,
        ${asJson(sql`
          select
            m.id, m.step, v.label, m.status, a.address, coalesce(m.subject, v.subject) as subject,
            coalesce(m.body, v.body) as body, m.queued_at, m.sent_at, m.opened_at, m.clicked_at, m.bounced_at, m.failure
          from ${own('campaign_sends')} as m
          join ${own('step_variants')} as v on v.campaign_id = m.campaign_id and v.step = m.step and v.id = m.variant_id
          left join ${own('email_accounts')} as a on a.id = m.email_account_id
          where m.enrollment_id = e.id
          order by m.queued_at, m.id
          limit ${LONGEST_CONVERSATION}`)} as sends,
        ${asJson(sql`
          select i.id, i.from_address, i.subject, i.body, i.received_at
          from ${own('inbox_messages')} as i
          where i.enrollment_id = e.id
          order by i.received_at, i.id
          limit ${LONGEST_CONVERSATION}`)} as replies,
        ${asJson(sql`
          select w.id, m.state, a.address, w.subject, w.body, w.updated_at, m.sent_at, m.response
          from ${own('answers')} as w
          join ${own('mails')} as m on m.id = w.mail_id
          left join ${own('email_accounts')} as a on a.id = m.email_account_id
          where w.enrollment_id = e.id
          order by w.updated_at, w.id
          limit ${MAX_ANSWERS}`)} as answers
        ${more(own)}
      from ${own('enrollments')} as e
      join ${own('campaigns')} as c on c.id = e.campaign_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      where e.id = ${uuid}`,
  );
}

function sendOnWire(send: SendRow) {
  return {
    id: toWire('snd', send.id),
    step: send.step,
    variant: send.label,
    status: send.status,
    from: send.address,
    subject: send.subject,
    body: send.body,
    queued_at: moment(send.queued_at),
    sent_at: momentOrNull(send.sent_at),
    opened_at: momentOrNull(send.opened_at),
    clicked_at: momentOrNull(send.clicked_at),
    bounced_at: momentOrNull(send.bounced_at),
    failure: send.failure,
  };
}

/** What becomes of an email, as the contract says it of a send. What is in doubt may still be tried, or found to have left. */
const ANSWER_STATUS: Record<MailState, SendStatus> = {
  queued: 'queued',
  claimed: 'queued',
  in_doubt: 'queued',
  sent: 'sent',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

function answerOnWire({ id, state, address, subject, body, updated_at, sent_at, response }: AnswerRow) {
  const status = ANSWER_STATUS[state];
  return {
    id: toWire('ans', id),
    status,
    from: address,
    subject,
    body,
    written_at: moment(updated_at),
    sent_at: momentOrNull(sent_at),
    failure: status === 'failed' ? response : null,
  };
}
