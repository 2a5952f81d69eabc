import { type Account, readSubscriber, type Subscriber } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { Text } from '../components/text.tsx';
import { CountStat, Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { EditForm, type EditErrors, type EditValues, valuesOf } from './edit-form.tsx';
import { Enrollments, Requests } from './history.tsx';
import { preferencesPath } from '../preferences/path.ts';
import { nameOf } from './name.ts';

/** What a refused form is shown again with. */
export interface Refused {
  values: EditValues;
  shown: EditValues;
  errors: EditErrors;
}

export async function showSubscriber(account: Account, { params }: Asked): Promise<Shown> {
  return subscriberPage(account, await readSubscriber(account, { id: params['id'] ?? '' }));
}

/** One subscriber: who they are, what they did, what they asked for and where they are enrolled. */
export async function subscriberPage(
  account: Account,
  subscriber: Subscriber,
  refused?: Refused,
): Promise<Shown> {
  const name = nameOf(subscriber) ?? subscriber.email;
  const preferences = await preferencesPath(account, subscriber.id);
  return {
    title: name,
    section: 'subscribers',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: '/subscribers', label: 'Subscribers' }}
          actions={<Status>{subscriber.status}</Status>}
        >
          <Text most={120}>{name}</Text>
        </PageTitle>
        <Engagement subscriber={subscriber} />
        <div class="columns">
          <EditForm
            id={subscriber.id}
            values={refused?.values ?? valuesOf(subscriber)}
            shown={refused?.shown ?? valuesOf(subscriber)}
            errors={refused?.errors ?? {}}
          />
          <div class="stack">
            <About subscriber={subscriber} />
            <Subscription subscriber={subscriber} preferences={preferences} />
          </div>
        </div>
        <Requests requests={subscriber.requests} />
        <Enrollments enrollments={subscriber.enrollments} />
      </>
    ),
  };
}

function Engagement({ subscriber: { lead_score, temperature, engagement } }: { subscriber: Subscriber }) {
  return (
    <Stats>
      <CountStat
        label="Lead score"
        at="lead_score"
        value={lead_score}
        meaning="From 0 to 100: points for requests, opens, clicks and replies, halved as the last activity ages."
      >
        <Status>{temperature}</Status>
      </CountStat>
      <CountStat
        label="Requests"
        at="engagement.requests"
        value={engagement.requests}
        meaning="Times they asked for one of your magnets."
      />
      <CountStat
        label="Mails sent"
        at="engagement.sent"
        value={engagement.sent}
        meaning="Deliveries of magnets and mails of campaigns that left, to this subscriber."
      />
      <CountStat
        label="Opened"
        at="engagement.opened"
        value={engagement.opened}
        meaning="Of those, how many were opened."
      />
      <CountStat
        label="Clicked"
        at="engagement.clicked"
        value={engagement.clicked}
        meaning="Of those, how many were clicked."
      />
      <CountStat
        label="Replied"
        at="engagement.replied"
        value={engagement.replied}
        meaning="Campaigns in which they replied: by text, by converting, or as classified by you."
      />
    </Stats>
  );
}

function About({ subscriber }: { subscriber: Subscriber }) {
  return (
    <Card title="About">
      <Facts>
        <Fact name="Address">
          <Text>{subscriber.email}</Text>
        </Fact>
        <Fact name="First seen">
          <Moment value={subscriber.first_seen_at} />
        </Fact>
        <Fact name="Last activity">
          <Moment value={subscriber.last_activity_at} />
        </Fact>
        <Fact name="Id">
          <code>{subscriber.id}</code>
        </Fact>
      </Facts>
    </Card>
  );
}

function Subscription({ subscriber, preferences }: { subscriber: Subscriber; preferences: string }) {
  return (
    <Card title="Subscription">
      {subscriber.status === 'unsubscribed' ? (
        <p>
          Opted out on <Moment value={subscriber.unsubscribed_at} />. Only they can opt in again, on their own
          page.
        </p>
      ) : (
        <p>They receive what they ask for, and the campaigns they are enrolled in.</p>
      )}
      <div class="row">
        {subscriber.status === 'active' && (
          <a class="button danger" href={`/subscribers/${subscriber.id}/unsubscribe`}>
            Unsubscribe…
          </a>
        )}
        <a href={preferences}>Their own preferences page</a>
      </div>
    </Card>
  );
}
