import { type Account, listConversations, type ListedConversation } from '@lodestone/core';

import { Intent, inWords } from '../components/badge.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { nameOf } from '../subscribers/name.ts';
import { type InboxFilter, withFilter } from './filter.ts';

/** Conversations of a page of the list. */
const SHOWN = 20;

const VIEWS = [
  { show: 'open', label: 'Open' },
  { show: 'unread', label: 'Unread' },
  { show: 'all', label: 'All' },
] as const;

export interface ConversationPage {
  data: ListedConversation[];
  more: boolean;
}

export function readList(
  account: Account,
  { show, intent, search, after }: InboxFilter,
): Promise<ConversationPage> {
  return listConversations(account, { show, intent, search, after, limit: SHOWN });
}

/** The list beside what is read: the latest message first, the current conversation marked. */
export function ListPane({
  page,
  filter,
  current = null,
}: {
  page: ConversationPage;
  filter: InboxFilter;
  current?: string | null;
}) {
  const { data, more } = page;
  const place = data.findIndex(({ id }) => id === current);
  const last = data.at(-1);
  return (
    <section class="card list-pane" aria-label="Conversations">
      <SearchForm filter={filter} />
      <ul class="tabs">
        {VIEWS.map(({ show, label }) => (
          <li key={show}>
            <a
              href={withFilter('/inbox', { ...filter, show, after: undefined })}
              aria-current={show === filter.show ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      {data.length === 0 && <p class="muted">{emptyWords(filter)}</p>}
      <ul class="plain conversations">
        {data.map((conversation, index) => (
          <Entry
            key={conversation.id}
            {...conversation}
            path={withFilter(`/inbox/${conversation.id}`, filter)}
            current={index === place}
            shortcut={index === place + 1 ? 'j' : index === place - 1 ? 'k' : undefined}
          />
        ))}
      </ul>
      <p class="row">
        {filter.after !== undefined && (
          <a class="button quiet" href={withFilter('/inbox', { ...filter, after: undefined })}>
            ← Latest
          </a>
        )}
        {more && last && (
          <a class="button quiet" rel="next" href={withFilter('/inbox', { ...filter, after: last.id })}>
            Older →
          </a>
        )}
      </p>
    </section>
  );
}

function SearchForm({ filter: { show, intent, search } }: { filter: InboxFilter }) {
  return (
    <form action="/inbox" role="search" class="search-row">
      <label class="sr" for="search">
        Search by name or email
      </label>
      <input
        id="search"
        name="search"
        type="search"
        dir="auto"
        placeholder="Name or email"
        maxLength={500}
        value={search}
        data-key="/"
      />
      <input type="hidden" name="show" value={show} />
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      <button type="submit">Search</button>
    </form>
  );
}

function Entry({
  lead,
  campaign,
  reply_intent,
  last_message_at,
  preview,
  kind,
  unread: isNew,
  path,
  current,
  shortcut,
}: ListedConversation & { path: string; current: boolean; shortcut: 'j' | 'k' | undefined }) {
  const unread = isNew && !current;
  return (
    <li class={unread ? 'unread' : undefined}>
      <a
        href={path}
        aria-current={current ? 'page' : undefined}
        data-key={shortcut}
        aria-keyshortcuts={shortcut}
      >
        <span class="row">
          <span class="name">
            {unread && <span class="sr">Unread: </span>}
            <Text most={80}>{nameOf(lead) ?? lead.email}</Text>
          </span>
          <Reply intent={reply_intent} kind={kind} />
        </span>
        <span class="row small muted">
          <span class="name">
            <Text most={80}>{campaign.name}</Text>
          </span>
          <Moment value={last_message_at} />
        </span>
        <span class="small preview">
          {preview === '' ? <span class="muted">No text</span> : <Text most={120}>{preview}</Text>}
        </span>
      </a>
    </li>
  );
}

/** What the lead said; what arrived, where that was no reply. */
function Reply({
  intent,
  kind,
}: {
  intent: ListedConversation['reply_intent'];
  kind: ListedConversation['kind'];
}) {
  if (intent !== 'no_reply' || kind === 'reply') return <Intent>{intent}</Intent>;
  return <span class="usual">{kind === 'own' ? 'You wrote' : inWords(kind)}</span>;
}

function emptyWords({ show, intent, search }: InboxFilter): string {
  if (search !== undefined) return 'No conversation matches.';
  if (show === 'unread') return 'Nothing unread.';
  if (show === 'open')
    return intent === undefined ? 'All done. New replies arrive here.' : 'No open conversations.';
  return 'Nothing here.';
}
