import {
  type Account,
  capturePath,
  listSenders,
  type Magnet,
  type MagnetSettings,
  readMagnet,
  readMagnetSettings,
} from '@lodestone/core';

import type { Shown } from '../answer.ts';
import { inWords, Status } from '../components/badge.tsx';
import { Card, Fact, Facts, Folded, PageTitle } from '../components/card.tsx';
import { Stats } from '../components/stat.tsx';
import { Text } from '../components/text.tsx';
import { Count, CountStat, Moment, Rate } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { AssetCard } from './asset-card.tsx';
import { EditForm, type EditErrors, type EditValues, type Senders } from './edit-form.tsx';
import { ShareCard } from './share-card.tsx';
import { type RefusedStatus, StatusForm } from './status-form.tsx';
import type { Preview } from './templates.ts';
import { TestSend } from './test-send.tsx';

/** What a refused form is shown again with. */
export interface Refused {
  values?: EditValues;
  errors?: EditErrors;
  status?: RefusedStatus;
  /** What was typed, as a sample lead would get it. */
  preview?: Preview;
  /** Why the asset was not changed, and the link that was typed. */
  asset?: { error: string; url: string };
}

/** `GET /magnets/:id` */
export function showMagnet(account: Account, asked: Asked): Promise<Shown> {
  return magnetPage(account, asked);
}

/** One magnet: its performance, its content, what it hands out, where it is asked for, its status and its tests. */
export async function magnetPage(account: Account, asked: Asked, refused: Refused = {}): Promise<Shown> {
  const id = asked.params['id'] ?? '';
  const [magnet, settings, senders] = await Promise.all([
    readMagnet(account, { id }),
    readMagnetSettings(account, { id }),
    senderChoices(account, asked),
  ]);
  const { account_slug } = settings;
  const url = asked.baseUrl + (await capturePath(account, { ...magnet, account_slug }));
  return {
    title: magnet.title,
    section: 'magnets',
    status: refused.errors || refused.status || refused.asset ? 400 : 200,
    scripted: true,
    body: (
      <>
        <PageTitle up={{ path: '/magnets', label: 'Magnets' }} actions={<Actions magnet={magnet} />}>
          <Text>{magnet.title}</Text>
        </PageTitle>
        <Folded
          when={magnet.performance.requests + magnet.performance.sent === 0}
          because="nobody has requested it yet"
        >
          <Performance performance={magnet.performance} />
        </Folded>
        <div class="columns">
          <div class="stack">
            <StatusForm magnet={magnet} refused={refused.status} />
            <TestSend
              magnet={magnet}
              editedAt={settings.content_edited_at}
              to={asked.session.email}
              ready={settings.asset !== null}
            />
            <AssetCard
              id={id}
              asset={settings.asset}
              error={refused.asset?.error}
              url={refused.asset?.url}
              publishes={magnet.status !== 'public'}
            />
            <ShareCard
              magnet={magnet}
              url={url}
              kept={settings.email_account_id === null && !asked.sendsItself && !asked.session.simulated}
            />
            <About magnet={magnet} />
          </div>
          <EditForm
            action={`/magnets/${id}`}
            title="Content"
            button="Save"
            values={refused.values ?? valuesOf(magnet, settings)}
            errors={refused.errors ?? {}}
            senders={senders}
            preview={{ action: `/magnets/${id}/preview`, shown: refused.preview }}
            publishes={magnet.status !== 'public'}
          />
        </div>
      </>
    ),
  };
}

/** What may send a magnet's emails, as it is chosen from: the account itself, and its inboxes. */
export async function senderChoices(account: Account, { sendsItself }: Asked): Promise<Senders> {
  const inboxes = await listSenders(account);
  return [
    {
      id: '',
      label: `Your account email${sendsItself ? '' : ' (kept in your outbox, not sent)'}`,
      sending: false,
    },
    ...inboxes.map(({ id, address, connected, sending }) => ({
      id,
      label: connected ? address : `${address} (not connected)`,
      sending,
    })),
  ];
}

function Actions({ magnet }: { magnet: Magnet }) {
  return (
    <>
      <Status>{magnet.status}</Status>
      <form method="post" action={`/magnets/${magnet.id}/duplicate`}>
        <button type="submit" class="quiet">
          Duplicate
        </button>
      </form>
      {magnet.status !== 'archived' && (
        <form method="post" action={`/magnets/${magnet.id}/status`}>
          <button type="submit" class="quiet" name="status" value="archived">
            Archive
          </button>
        </form>
      )}
    </>
  );
}

function valuesOf(magnet: Magnet, settings: MagnetSettings): EditValues {
  const { title, slug, kind, description, delivery_subject } = magnet;
  const { opt_in, delivery_body, email_account_id } = settings;
  return {
    title,
    slug,
    kind,
    description: description ?? '',
    opt_in,
    delivery_subject,
    delivery_body,
    email_account_id: email_account_id ?? '',
  };
}

function Performance({ performance }: { performance: Magnet['performance'] }) {
  return (
    <Stats>
      <CountStat
        label="Requests"
        at="performance.requests"
        value={performance.requests}
        meaning="Times this magnet was requested."
      />
      <CountStat
        label="Leads"
        at="performance.leads"
        value={performance.leads}
        meaning="Different subscribers who requested this magnet."
      />
      <CountStat
        label="Sent"
        at="performance.sent"
        value={performance.sent}
        meaning="Emails that a mail server accepted, and how many of them arrived."
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
        meaning="Deliveries that went out and bounced. The rate is bounced ÷ sent."
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
        <Fact name="Kind">{inWords(magnet.kind)}</Fact>
        <Fact name="Created">
          <Moment value={magnet.created_at} />
        </Fact>
        <Fact name="Edited">
          <Moment value={magnet.updated_at} />
        </Fact>
        <Fact name="Published">
          <Moment value={magnet.published_at} none="Never" />
        </Fact>
        <Fact name="Leads">
          <a href={`/subscribers?magnet_id=${magnet.id}`}>View leads</a>
        </Fact>
        <Fact name="Id">
          <code>{magnet.id}</code>
        </Fact>
      </Facts>
    </Card>
  );
}
