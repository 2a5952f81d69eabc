import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import { readReplies } from '../figures/unibox.ts';
import { toWire } from '../ids.ts';
import { campaignOf, type ConversationRow, CONVERSATION_COLUMNS, leadOf } from './conversation.ts';

/** Conversations that the summary lists, and how much of their latest message. */
const LATEST = 50;
const PREVIEW = 200;

interface Row extends ConversationRow {
  last_message_at: Date;
  preview: string;
}

export type Unibox = Awaited<ReturnType<typeof readUnibox>>;

/** The reply inbox: its figures, and the conversations with the latest messages. */
export async function readUnibox(account: Account) {
  const replies = await readReplies(account);
  const rows = await account.rows<Row>(
    (own) => sql`
      select ${CONVERSATION_COLUMNS}, e.last_message_at, message.preview
      from (
        select * from ${own('enrollments')} as e
        where e.last_message_at is not null
        order by e.last_message_at desc, e.id
        limit ${LATEST}
      ) as e
      join ${own('campaigns')} as c on c.id = e.campaign_id
      join ${own('subscribers')} as s on s.id = e.subscriber_id
      cross join lateral (
        select left(btrim(regexp_replace(i.body, '\\s+', ' ', 'g')), ${PREVIEW}) as preview
        from ${own('inbox_messages')} as i
        where i.enrollment_id = e.id
        order by i.received_at desc, i.id desc
        limit 1
      ) as message
      order by e.last_message_at desc, e.id`,
  );
  return {
    ...replies,
    latest: rows.map((row) => ({
      id: toWire('enr', row.id),
      campaign: campaignOf(row),
      lead: leadOf(row),
      reply_intent: row.reply_intent,
      last_message_at: moment(row.last_message_at),
      preview: row.preview,
    })),
  };
}
