import type { Account } from '../db/account.ts';
import { listConversations } from './list.ts';
import { readReplies } from './replies.ts';

/** Conversations that the summary lists. */
const LATEST = 50;

export type Unibox = Awaited<ReturnType<typeof readUnibox>>;

/** The reply inbox: its figures, and the conversations with the latest messages. */
export async function readUnibox(account: Account) {
  const replies = await readReplies(account);
  const { data } = await listConversations(account, { show: 'all', limit: LATEST });
  return {
    ...replies,
    latest: data.map(({ kind: _kind, unread: _unread, done: _done, ...conversation }) => conversation),
  };
}
