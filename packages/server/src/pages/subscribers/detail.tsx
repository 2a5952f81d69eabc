import { type Account, isNobody, readSubscriber, type Subscriber } from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { Address } from '../components/text.tsx';
import { CountStat, Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { addressOf, textOf } from '../query.ts';
import { EditForm, type EditErrors, type EditValues, valuesOf } from './edit-form.tsx';
import { listAddress } from './filters.ts';
import { Enrollments, Requests } from './history.tsx';
import { nameOf } from './name.ts';
import { Privacy } from './privacy.tsx';

/** What a refused form is shown again with. */
export interface Refused {
  values: EditValues;
  shown: EditValues;
  errors: EditErrors;
}

export async function showSubscriber(account: Account, { params, query }: Asked): Promise<Shown> {
  return subscriberPage(await readSubscriber(account, { id: params['id'] ?? '' }), {
    list: textOf(query, 'list'),
  });
}

/**
 * One subscriber: who they are, what they did, what they asked for and where they are enrolled.
 * @param list the filters of the list that somebody came from, as in its address
 */
export function subscriberPage(
  subscriber: Subscriber,
  { list, refused }: { list: string; refused?: Refused },
): Shown {
  const name = nameOf(subscriber) ?? subscriber.email;
  return {
    title: name,
    section: 'subscribers',
    scripted: true,
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: listAddress('/subscribers', new URLSearchParams(list)), label: 'Subscribers' }}
          actions={<Status>{subscriber.status}</Status>}
        >
          <Address>{name}</Address>
        </PageTitle>
        <Engagement subscriber={subscriber} />
        {isNobody(subscriber.email) ? (
          <About subscriber={subscriber} />
        ) : (
          <div class="columns">
            <EditForm
              action={addressOf(`/subscribers/${subscriber.id}`, { list })}
              values={refused?.values ?? valuesOf(subscriber)}
              shown={refused?.shown ?? valuesOf(subscriber)}
              errors={refused?.errors ?? {}}
            />
            <div class="stack">
              <About subscriber={subscriber} />
              <Subscription subscriber={subscriber} />
              <Privacy id={subscriber.id} />
            </div>
          </div>
        )}
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
        meaning="0 to 100: points for requests, opens, clicks and replies, fading as the last activity gets older."
      >
        <Status>{temperature}</Status>
      </CountStat>
      <CountStat
        label="Requests"
        at="engagement.requests"
        value={engagement.requests}
        meaning="How often they requested one of your magnets."
      />
      <CountStat
        label="Emails sent"
        at="engagement.sent"
        value={engagement.sent}
        meaning="Magnet deliveries and campaign emails sent to this subscriber."
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
        meaning="Campaigns in which they replied, converted, or were classified by intent."
      />
    </Stats>
  );
}

function About({ subscriber }: { subscriber: Subscriber }) {
  return (
    <Card title="About">
      <Facts>
        <Fact name="Address">
          {isNobody(subscriber.email) ? (
            'Erased with all their personal data. Nothing is sent to them.'
          ) : (
            <Address>{subscriber.email}</Address>
          )}
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

function Subscription({ subscriber }: { subscriber: Subscriber }) {
  return (
    <Card title="Subscription">
      {subscriber.status === 'unsubscribed' ? (
        <p>
          Opted out on <Moment value={subscriber.unsubscribed_at} />. Only they can subscribe again, with the
          link in any earlier email.
        </p>
      ) : (
        <p>They receive the magnets they request and the campaigns they are enrolled in.</p>
      )}
      {subscriber.status === 'active' && (
        <a class="button danger" href={`/subscribers/${subscriber.id}/unsubscribe`}>
          Unsubscribe…
        </a>
      )}
    </Card>
  );
}
