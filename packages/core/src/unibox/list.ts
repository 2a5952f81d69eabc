import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import type { IncomingKind, ReplyIntent } from '../db/schema.ts';
import { type Sql, sql } from '../db/sql.ts';
import { fromWire, toWire } from '../ids.ts';
import { inSubscriber, searchWords } from '../subscribers/search.ts';
import { campaignOf, type ConversationRow, CONVERSATION_COLUMNS, leadOf } from './conversation.ts';

/** Characters of the latest message that a list shows, and those that are read for them: many blanks become one. */
const PREVIEW = 200;
const READ_FOR_PREVIEW = 300;

/** Which conversations: those that are not done with, those with a message nobody opened, or all. */
export const CONVERSATION_VIEWS = ['open', 'unread', 'all'] as const;
type ConversationView = (typeof CONVERSATION_VIEWS)[number];

export interface ConversationFilter {
  show: ConversationView;
  intent?: ReplyIntent | undefined;
  /** Words that are all in the lead's address or name. */
  search?: string | undefined;
}

interface Row extends ConversationRow {
  last_message_at: Date;
  preview: string;
  kind: IncomingKind;
  unread: boolean;
  done: boolean;
}

export type ListedConversation = Awaited<ReturnType<typeof listConversations>>['data'][number];

/**
 * Conversations with a message, the latest message first.
 * @param after id of a conversation: those that follow it, whether or not it passes the filter itself
 * @throws Refusal `invalid_parameter` for a search of too many words
 */
export async function listConversations(
  account: Account,
  { after, limit, ...filter }: ConversationFilter & { after?: string | undefined; limit: number },
) {
  const searched = filter.search ? searchWords(filter.search) : [];
  const rows = await account.rows<Row>(
    (own) => sql`
      select
        ${CONVERSATION_COLUMNS}, e.last_message_at, message.preview, message.kind,
        ${UNREAD} as unread, not ${OPEN} as done
      from (
        select e.*
        from ${own('enrollments')} as e
        ${searched.length === 0 ? sql`` : sql`join ${own('subscribers')} as s on s.id = e.subscriber_id`}
        where e.last_message_at is not null and ${passes(filter, searched)} and ${follows(after, own('enrollments'))}
        order by e.last_message_at desc, e.id
        limit ${limit + 1}
      ) as e
      join ${own('campaigns')} as c on c.id = e.campaign_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      cross join lateral (
        select left(ltrim(i.body, E' \\t\\r\\n'), ${READ_FOR_PREVIEW}) as preview, i.kind
        from ${own('inbox_messages')} as i
        where i.enrollment_id = e.id
        order by i.received_at desc, i.id desc
        limit 1
      ) as message
      order by e.last_message_at desc, e.id`,
  );
  return { data: rows.slice(0, limit).map(onWire), more: rows.length > limit };
}

/** The conversation that follows another in such a list; null at its end. */
export async function nextConversation(
  account: Account,
  { after, ...filter }: ConversationFilter & { after: string },
): Promise<string | null> {
  const { data } = await listConversations(account, { ...filter, after, limit: 1 });
  return data[0]?.id ?? null;
}

/** Of `enrollments as e` with a message: those that are not done with, and those with a message nobody opened. */
export const OPEN = sql`(e.done_at is null or e.done_at < e.last_message_at)`;
export const UNREAD = sql`(e.read_at is null or e.read_at < e.last_message_at)`;

function passes({ show, intent }: ConversationFilter, words: string[]): Sql {
  const conditions = [
    show === 'open' ? OPEN : show === 'unread' ? UNREAD : sql`true`,
    ...(intent === undefined ? [] : [sql`e.reply_intent = ${intent}`]),
    ...(words.length === 0 ? [] : [inSubscriber(words)]),
  ];
  return sql.join(conditions, sql` and `);
}

function follows(after: string | undefined, enrollments: Sql): Sql {
  const uuid = after === undefined ? null : fromWire('enr', after);
  if (uuid === null) return sql`true`;
  const at = sql`(select p.last_message_at from ${enrollments} as p where p.id = ${uuid})`;
  return sql`e.last_message_at <= ${at} and (e.last_message_at < ${at} or e.id > ${uuid})`;
}

function onWire(row: Row) {
  return {
    id: toWire('enr', row.id),
    campaign: campaignOf(row),
    lead: leadOf(row),
    reply_intent: row.reply_intent,
    last_message_at: moment(row.last_message_at),
    preview: previewOf(row.preview),
    kind: row.kind,
    unread: row.unread,
    done: row.done,
  };
}

function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= PREVIEW ? line : Array.from(line).slice(0, PREVIEW).join('').trimEnd();
}
