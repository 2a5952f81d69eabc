import { type Account, type Magnet, readMagnet } from '@lodestone/core';

import type { Config } from '../../config.ts';
import type { Shown } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { Text } from '../components/text.tsx';

import { Count, CountStat, Moment, Rate } from '../figure.tsx';
import type { Asked, PageHandler } from '../page.ts';
import { EditForm, type EditErrors, type EditValues } from './edit-form.tsx';
import { StatusForm } from './status-form.tsx';
import { TestSend } from './test-send.tsx';

/** What a refused form is shown again with. */
export interface Refused {
  values?: EditValues;
  errors?: EditErrors;
  /** Why the status was not changed. */
  status?: string;
}

export function showMagnet(config: Config): PageHandler {
  return async (account: Account, { params, session }: Asked) =>
    magnetPage(config, session.email, await readMagnet(account, { id: params['id'] ?? '' }));
}

/** One magnet: its performance, its content, its status and its tests. */
export function magnetPage(config: Config, to: string, magnet: Magnet, refused: Refused = {}): Shown {
  return {
    title: magnet.title,
    section: 'magnets',
    status: Object.keys(refused).length === 0 ? 200 : 400,
    body: (
      <>
        <PageTitle up={{ path: '/magnets', label: 'Magnets' }} actions={<Status>{magnet.status}</Status>}>
          <Text>{magnet.title}</Text>
        </PageTitle>
        <Performance performance={magnet.performance} />
        <div class="columns">
          <div class="stack">
            <StatusForm magnet={magnet} error={refused.status} />
            <TestSend magnet={magnet} config={config} to={to} />
            <About magnet={magnet} />
          </div>
          <EditForm
            magnet={magnet}
            values={refused.values ?? valuesOf(magnet)}
            errors={refused.errors ?? {}}
          />
        </div>
      </>
    ),
  };
}

function valuesOf({ title, slug, description }: Magnet): EditValues {
  return { title, slug, description: description ?? '' };
}

function Performance({ performance }: { performance: Magnet['performance'] }) {
  return (
    <Stats>
      <CountStat
        label="Requests"
        at="performance.requests"
        value={performance.requests}
        meaning="Times this magnet was asked for."
      />
      <CountStat
        label="Leads"
        at="performance.leads"
        value={performance.leads}
        meaning="Different subscribers who asked for this magnet."
      />
      <CountStat
        label="Sent"
        at="performance.sent"
        value={performance.sent}
        meaning="Deliveries that left, and those that were accepted."
      >
        <Count at="performance.delivered" value={performance.delivered} /> delivered
      </CountStat>
      <CountStat
        label="Opened"
        at="performance.opened"
        value={performance.opened}
        meaning="Deliveries that were opened, each counted once. The rate is opened ÷ sent."
      >
        <Rate at="performance.open_rate" value={performance.open_rate} /> open rate
      </CountStat>
      <CountStat
        label="Clicked"
        at="performance.clicked"
        value={performance.clicked}
        meaning="Deliveries that were clicked, each counted once. The rate is clicked ÷ sent."
      >
        <Rate at="performance.click_rate" value={performance.click_rate} /> click rate
      </CountStat>
      <CountStat
        label="Bounced"
        at="performance.bounced"
        value={performance.bounced}
        meaning="Deliveries that left and bounced. The rate is bounced ÷ sent."
      >
        <Rate at="performance.bounce_rate" value={performance.bounce_rate} /> bounce rate
      </CountStat>
    </Stats>
  );
}

function About({ magnet }: { magnet: Magnet }) {
  return (
    <Card title="About">
      <Facts>
        <Fact name="Kind">{magnet.kind}</Fact>
        <Fact name="Mail's subject">
          <Text>{magnet.delivery_subject}</Text>
        </Fact>
        <Fact name="Created">
          <Moment value={magnet.created_at} />
        </Fact>
        <Fact name="Edited">
          <Moment value={magnet.updated_at} />
        </Fact>
        <Fact name="Made public">
          <Moment value={magnet.published_at} none="never" />
        </Fact>
        <Fact name="Leads">
          <a href={`/subscribers?magnet_id=${magnet.id}`}>Who asked for it</a>
        </Fact>
        <Fact name="Id">
          <code>{magnet.id}</code>
        </Fact>
      </Facts>
    </Card>
  );
}
