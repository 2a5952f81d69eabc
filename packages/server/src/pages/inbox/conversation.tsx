import {
  type Account,
  CLASSIFIED_INTENTS,
  type Conversation,
  readConversation,
  setReplyIntent,
} from '@lodestone/core';

import { type Answer, goTo, type Shown } from '../answer.ts';
import { inWords, Status } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Select } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { Count, Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { textOf } from '../query.ts';
import { nameOf } from '../subscribers/name.ts';
import { Thread } from './thread.tsx';

const INTENTS = ['no_reply', 'replied', ...CLASSIFIED_INTENTS] as const;

export async function showConversation(account: Account, { params, query }: Asked): Promise<Answer> {
  return conversationPage(await readConversation(account, { id: params['id'] ?? '' }), query);
}

export async function saveIntent(account: Account, { params, form, query }: Asked): Promise<Answer> {
  const id = params['id'] ?? '';
  const asked = textOf(form, 'reply_intent');
  const reply_intent = INTENTS.find((intent) => intent === asked);
  if (reply_intent === undefined) {
    return conversationPage(
      await readConversation(account, { id }),
      query,
      `Choose one of ${INTENTS.join(', ')}.`,
    );
  }
  await setReplyIntent(account, { id, reply_intent });
  return goTo(`/inbox/${id}`, 'intent_set');
}

function conversationPage(conversation: Conversation, query: URLSearchParams, error?: string): Shown {
  const { id, lead, campaign, reply_intent } = conversation;
  const name = nameOf(lead) ?? lead.email;
  return {
    title: `Conversation with ${name}`,
    section: 'inbox',
    status: error === undefined ? 200 : 400,
    body: (
      <>
        <PageTitle up={{ path: '/inbox', label: 'Inbox' }} actions={<Status>{reply_intent}</Status>}>
          <Text most={120}>{name}</Text>
        </PageTitle>
        <p class="small muted">
          In{' '}
          <a href={`/campaigns/${campaign.id}`}>
            <Text most={100}>{campaign.name}</Text>
          </a>
        </p>
        <div class="columns thread-columns">
          <Thread conversation={conversation} query={query} />
          <div class="stack">
            <IntentForm id={id} reply_intent={reply_intent} error={error} />
            <Lead conversation={conversation} />
          </div>
        </div>
      </>
    ),
  };
}

function IntentForm({
  id,
  reply_intent,
  error,
}: {
  id: string;
  reply_intent: string;
  error: string | undefined;
}) {
  return (
    <Card title="Intent" id="intent">
      <form method="post" action={`/inbox/${id}/intent`} class="stack">
        <Select
          name="reply_intent"
          label="What the reply means"
          hint="It classifies the reply and nothing else; to opt somebody out, unsubscribe them."
          options={INTENTS.map((value) => ({ value, label: inWords(value) }))}
          value={reply_intent}
          error={error}
        />
        <button type="submit" class="primary">
          Set intent
        </button>
      </form>
    </Card>
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
