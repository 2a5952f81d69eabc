import {
  type Account,
  type ConversationDetails,
  markRead,
  nextConversation,
  readConversationDetails,
  recordConversion,
  Refusal,
  saveDraft,
  sendAnswer,
  setDone,
  setReplyIntent,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { PageTitle } from '../components/card.tsx';
import { Address, Text } from '../components/text.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { nameOf } from '../subscribers/name.ts';
import { AnswerForm, Answers, Beside, ConversionForm, type Written } from './answer.tsx';
import { filterOf, type InboxFilter, INTENTS, keepingFilter, withFilter } from './filter.ts';
import { IntentForm } from './intent-form.tsx';
import { Keys } from './keys.tsx';
import { Lead } from './lead.tsx';
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
    const error = `Choose one of ${INTENTS.join(', ')}.`;
    return conversationPage(await read(account, id, filterOf(query)), query, { intent: error });
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
    : goTo(keepingFilter(`/inbox/${id}`, filter), 'conversation_open');
}

/** Keeps or sends what was written, as the button says that was pressed. */
export async function answer(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const text = textOf(form, 'body');
  const path = keepingFilter(`/inbox/${id}`, filterOf(query));
  try {
    if (textOf(form, 'do') === 'send') {
      await sendAnswer(account, { id, body: text });
      return goTo(`${path}#answers`, 'answer_sent');
    }
    await saveDraft(account, { id, body: text });
    return goTo(`${path}#answer`, 'draft_saved');
  } catch (error) {
    return refused(error, account, id, query, (message) => ({ answer: { text, error: message } }));
  }
}

/** Records what the conversation brought. */
export async function convert(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const text = textOf(form, 'value_usd');
  try {
    await recordConversion(account, { id, value_usd: text === '' ? null : Number(text) });
  } catch (error) {
    return refused(error, account, id, query, (message) => ({ value: { text, error: message } }));
  }
  return goTo(keepingFilter(`/inbox/${id}`, filterOf(query)), 'conversion_recorded');
}

/** The page again, with what was typed and why it was refused. */
async function refused(
  error: unknown,
  account: Account,
  id: string,
  query: URLSearchParams,
  faultOf: (message: string) => Faults,
): Promise<Shown> {
  if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
  return conversationPage(await read(account, id, filterOf(query)), query, faultOf(error.message));
}

/** What is wrong with one of the page's forms, and what was typed into it. */
interface Faults {
  intent?: string;
  answer?: Written;
  value?: Written;
}

/** Where somebody who goes through a list is next; who came from elsewhere stays. */
async function nextAddress(account: Account, id: string, filter: InboxFilter): Promise<string> {
  if (!filter.going) return `/inbox/${id}`;
  const next = await nextConversation(account, { ...filter, after: id });
  return withFilter(next === null ? '/inbox' : `/inbox/${next}`, filter);
}

interface Whole {
  details: ConversationDetails;
  filter: InboxFilter;
  page: ConversationPage;
}

async function read(account: Account, id: string, filter: InboxFilter): Promise<Whole> {
  const [details, page] = await Promise.all([
    readConversationDetails(account, { id }),
    readList(account, filter),
  ]);
  return { details, page, filter };
}

function conversationPage(whole: Whole, query: URLSearchParams, faults: Faults = {}): Shown {
  const { details, filter, page } = whole;
  const { conversation } = details;
  const { id, lead, campaign, reply_intent } = conversation;
  const name = nameOf(lead) ?? lead.email;
  return {
    title: `Conversation with ${name}`,
    section: 'inbox',
    status: Object.keys(faults).length === 0 ? 200 : 400,
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
            <Address>{name}</Address>
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
            error={faults.intent}
          />
          <Thread conversation={conversation} matched={details.matched} query={query} filter={filter} />
          <Answers answers={details.answers} />
          <AnswerForm
            action={keepingFilter(`/inbox/${id}/answer`, filter)}
            written={faults.answer ?? { text: details.draft }}
          />
          <div class="columns">
            <Lead conversation={conversation} />
            <ConversionForm
              action={keepingFilter(`/inbox/${id}/conversion`, filter)}
              converted={conversation.converted_at !== null}
              written={faults.value ?? { text: '' }}
            />
            <Beside beside={details.beside} />
          </div>
        </div>
      </div>
    ),
  };
}

function DoneForm({ id, done, filter }: { id: string; done: boolean; filter: InboxFilter }) {
  return (
    <form method="post" action={keepingFilter(`/inbox/${id}/done`, filter)}>
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
