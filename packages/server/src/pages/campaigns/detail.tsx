import { type Account, readCampaign, readCampaignMetrics, readSystemPause } from '@lodestone/core';

import type { Answer, Shown } from '../answer.ts';
import { DayChart } from '../charts/days.tsx';
import { Funnel } from '../charts/funnel.tsx';
import { Status } from '../components/badge.tsx';
import { Card, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Asked } from '../page.ts';
import { Headline } from './headline.tsx';
import { Intents } from './intents.tsx';
import { Control, type Refused } from './control.tsx';
import { Settings } from './settings.tsx';
import { Steps } from './steps.tsx';
import { SystemPause } from './system-pause.tsx';

const MEASURES = [
  { key: 'sent', label: 'Sent' },
  { key: 'opened', label: 'Opened' },
  { key: 'clicked', label: 'Clicked' },
  { key: 'replied', label: 'Replied' },
  { key: 'bounced', label: 'Bounced' },
  { key: 'converted', label: 'Converted' },
] as const;

export async function showCampaign(account: Account, { params }: Asked): Promise<Answer> {
  return campaignPage(account, params['id'] ?? '');
}

/** One campaign: how it stands, what can be done about it, and every figure over its life. */
export async function campaignPage(account: Account, id: string, refused?: Refused): Promise<Shown> {
  const reading = readCampaign(account, { id });
  const [campaign, metrics, pause] = await Promise.all([
    reading,
    readCampaignMetrics(account, { id }),
    reading.then(({ pause }) => (pause?.by === 'system' ? readSystemPause(account, { id }) : null)),
  ]);
  return {
    title: campaign.name,
    section: 'campaigns',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: '/campaigns', label: 'Campaigns' }}
          actions={<Status>{campaign.status}</Status>}
        >
          <Text>{campaign.name}</Text>
        </PageTitle>
        {pause ? (
          <SystemPause campaign={campaign} pause={pause} error={refused?.error} />
        ) : (
          <Control campaign={campaign} refused={refused} />
        )}
        <Headline metrics={metrics} />
        <div class="columns">
          <Card title="Funnel" aside={<span class="small muted">Leads, over the campaign's life</span>}>
            <Funnel at="funnel" stages={metrics.funnel} />
          </Card>
          <Intents metrics={metrics} />
        </div>
        <Card title="Day by day" aside={<span class="small muted">Each event on the day it happened</span>}>
          {metrics.by_day.length === 0 ? (
            <p class="muted">Nothing has happened yet.</p>
          ) : (
            <DayChart at="by_day" title="Day by day" days={metrics.by_day} measures={MEASURES} />
          )}
        </Card>
        <Steps steps={metrics.steps} />
        <Settings campaign={campaign} />
      </>
    ),
  };
}
