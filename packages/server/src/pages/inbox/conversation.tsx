import {
  type Account,
  type Conversation,
  type ConversationDetails,
  markRead,
  nextConversation,
  readConversation,
  readConversationDetails,
  setDone,
  setReplyIntent,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { inWords, Status } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { Count, Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { nameOf } from '../subscribers/name.ts';
import { AnswerForm, Answers, Beside, ConversionForm, IntentEvidence } from './answer.tsx';
import { filterOf, type InboxFilter, INTENTS, withFilter } from './filter.ts';
import { Keys } from './keys.tsx';
import { type ConversationPage, ListPane, readList } from './list-pane.tsx';
import { Thread } from './thread.tsx';

export async function showConversation(account: Account, { params, query, request }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const shown = await read(account, id, filterOf(query));
  // Reading goes on where nothing can be written, and a browser that fetches ahead has read nothing.
  const ahead = request.method !== 'GET' || request.get('Sec-Purpose')?.startsWith('prefetch') === true;
  if (!ahead && shown.details.unread) await markRead(account, { id }).catch(() => undefined);
  return conversationPage(shown, query);
}

/** Sets the intent that the pressed button names, and goes on to the next conversation of the list, where there is one. */
export async function saveIntent(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const asked = textOf(form, 'reply_intent');
  const reply_intent = INTENTS.find((intent) => intent === asked);
  if (reply_intent === undefined) {
    return conversationPage(
      await read(account, id, filterOf(query)),
      query,
      `Choose one of ${INTENTS.join(', ')}.`,
    );
  }
  await setReplyIntent(account, { id, reply_intent });
  return goTo(await nextAddress(account, id, filterOf(query)), 'intent_set');
}

/** Puts a conversation out of the open ones, or back. */
export async function saveDone(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const done = textOf(form, 'state') === 'done';
  await setDone(account, { id, done });
  const filter = filterOf(query);
  return done
    ? goTo(await nextAddress(account, id, filter), 'conversation_done')
    : goTo(withFilter(`/inbox/${id}`, filter), 'conversation_open');
}

/** Where somebody who goes through a list is next; who came from elsewhere stays. */
async function nextAddress(account: Account, id: string, filter: InboxFilter): Promise<string> {
  if (!filter.going) return `/inbox/${id}`;
  const next = await nextConversation(account, { ...filter, after: id });
  return withFilter(next === null ? '/inbox' : `/inbox/${next}`, filter);
}

interface Whole {
  conversation: Conversation;
  details: ConversationDetails;
  filter: InboxFilter;
  page: ConversationPage;
}

async function read(account: Account, id: string, filter: InboxFilter): Promise<Whole> {
  const [conversation, details, page] = await Promise.all([
    readConversation(account, { id }),
    readConversationDetails(account, { id }),
    readList(account, filter),
  ]);
  return { conversation, details, page, filter };
}

function conversationPage(whole: Whole, query: URLSearchParams, error?: string): Shown {
  const { conversation, details, filter, page } = whole;
  const { id, lead, campaign, reply_intent } = conversation;
  const name = nameOf(lead) ?? lead.email;
  return {
    title: `Conversation with ${name}`,
    section: 'inbox',
    status: error === undefined ? 200 : 400,
    scripted: true,
    body: (
      <div class="panes opened">
        <ListPane page={page} filter={filter} current={id} />
        <div class="stack">
          <PageTitle
            up={{ path: withFilter('/inbox', filter), label: 'Inbox' }}
            actions={
              <>
                <DoneForm id={id} done={details.done} filter={filter} />
                <Keys />
              </>
            }
          >
            <Text most={120}>{name}</Text>
          </PageTitle>
          <p class="small muted">
            In{' '}
            <a href={`/campaigns/${campaign.id}`}>
              <Text most={100}>{campaign.name}</Text>
            </a>
          </p>
          <IntentForm
            id={id}
            reply_intent={reply_intent}
            intent={details.intent}
            filter={filter}
            error={error}
          />
          <Thread conversation={conversation} matched={details.matched} query={query} />
          <Answers answers={details.answers} />
          <AnswerForm id={id} draft={details.draft} />
          <div class="columns">
            <Lead conversation={conversation} />
            <ConversionForm id={id} converted={conversation.converted_at !== null} />
            <Beside beside={details.beside} />
          </div>
        </div>
      </div>
    ),
  };
}

function DoneForm({ id, done, filter }: { id: string; done: boolean; filter: InboxFilter }) {
  return (
    <form method="post" action={withFilter(`/inbox/${id}/done`, filter)}>
      <button
        type="submit"
        class="quiet"
        name="state"
        value={done ? 'open' : 'done'}
        data-key="e"
        aria-keyshortcuts="e"
      >
        {done ? 'Reopen' : 'Done'}
      </button>
    </form>
  );
}

function IntentForm({
  id,
  reply_intent,
  intent,
  filter,
  error,
}: {
  id: string;
  reply_intent: string;
  intent: ConversationDetails['intent'];
  filter: InboxFilter;
  error: string | undefined;
}) {
  return (
    <section class="card" id="intent" aria-label="Intent">
      <form
        method="post"
        action={withFilter(`/inbox/${id}/intent`, filter)}
        class="row"
        aria-label="What the reply means"
      >
        {INTENTS.map((value, index) => (
          <button
            key={value}
            type="submit"
            class="quiet intent"
            name="reply_intent"
            value={value}
            aria-pressed={value === reply_intent}
            data-key={String(index + 1)}
            aria-keyshortcuts={String(index + 1)}
          >
            {inWords(value)}
          </button>
        ))}
      </form>
      {error !== undefined && <p class="error">{error}</p>}
      <IntentEvidence intent={intent} />
      <p class="small muted">
        This only labels the reply. To opt someone out, unsubscribe them on their subscriber page.
      </p>
    </section>
  );
}

function Lead({ conversation: { lead, status, stop_reason, ...times } }: { conversation: Conversation }) {
  return (
    <Card title="Lead" aside={<a href={`/subscribers/${lead.id}`}>Subscriber</a>}>
      <Facts>
        <Fact name="Address">
          <Text>{lead.email}</Text>
        </Fact>
        <Fact name="Subscription">
          <Status>{lead.status}</Status>
        </Fact>
        <Fact name="Lead score">
          <Count at="lead.lead_score" value={lead.lead_score} /> <Status>{lead.temperature}</Status>
        </Fact>
        <Fact name="Enrollment">
          <Status>{status}</Status>{' '}
          {stop_reason !== null && <span class="small muted">({inWords(stop_reason).toLowerCase()})</span>}
        </Fact>
        <Fact name="Enrolled">
          <Moment value={times.enrolled_at} />
        </Fact>
        <Fact name="Replied">
          <Moment value={times.replied_at} />
        </Fact>
        <Fact name="Converted">
          <Moment value={times.converted_at} />
        </Fact>
      </Facts>
    </Card>
  );
}
