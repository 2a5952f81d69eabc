import {
  type Account,
  type Campaign,
  type CampaignMetrics,
  type CampaignPause,
  missingToSend,
  readBranding,
  readCampaignDetails,
  readCampaignForm,
} from '@lodestone/core';

import type { Answer, Shown } from '../answer.ts';
import { DayChart } from '../charts/days.tsx';
import { Funnel } from '../charts/funnel.tsx';
import { CampaignStatus } from '../components/badge.tsx';
import { Card, Folded, PageTitle } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import type { Asked } from '../page.ts';
import { Control } from './control.tsx';
import { Headline } from './headline.tsx';
import { Intents } from './intents.tsx';
import type { Refused } from './refused.ts';
import { Settings } from './settings.tsx';
import type { Readiness } from './start-card.tsx';
import { Steps } from './steps.tsx';
import { StalledCard } from './stalled.tsx';
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

/** What a campaign that has not started still needs; null for one that has. */
async function readReadiness(account: Account, { id, status }: Campaign): Promise<Readiness | null> {
  if (status !== 'draft' && status !== 'scheduled') return null;
  const [form, { postal_address }] = await Promise.all([
    readCampaignForm(account, { id }),
    readBranding(account),
  ]);
  const missing = await missingToSend(account, form);
  return { missing, unaddressed: postal_address === null, byHand: form.audience === null };
}

/** One campaign: how it stands, what can be done about it, and every figure over its life. */
export async function campaignPage(account: Account, id: string, refused?: Refused): Promise<Shown> {
  const details = await readCampaignDetails(account, { id });
  const { campaign, metrics } = details;
  const readiness = await readReadiness(account, campaign);
  return {
    title: campaign.name,
    section: 'campaigns',
    status: refused ? 400 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: '/campaigns', label: 'Campaigns' }}
          actions={
            <>
              <CampaignStatus>{campaign.status}</CampaignStatus>
              {campaign.status === 'active' && (
                <a href="/campaigns/plan" class="button">
                  Planned emails
                </a>
              )}
              {campaign.status !== 'completed' && (
                <a href={`/campaigns/${id}/edit`} class="button">
                  Edit
                </a>
              )}
              <form method="post" action={`/campaigns/${id}/duplicate`}>
                <button type="submit">Duplicate</button>
              </form>
            </>
          }
        >
          <Text>{campaign.name}</Text>
        </PageTitle>
        {details.pause ? (
          <PauseCard campaign={campaign} pause={details.pause} refused={refused} />
        ) : (
          <Control campaign={campaign} readiness={readiness} refused={refused} />
        )}
        <Folded when={!hasBegun(metrics)} because="nothing has been sent yet">
          <Figures metrics={metrics} settings={campaign.settings} />
        </Folded>
        <Settings campaign={campaign} beside={details.beside} />
      </>
    ),
  };
}

/** Why the system paused a campaign, and what leads out of it. */
function PauseCard({
  campaign,
  pause,
  refused,
}: {
  campaign: Campaign;
  pause: CampaignPause;
  refused: Refused | undefined;
}) {
  if (pause.cause === 'no_inbox') return <StalledCard campaign={campaign} stalled={pause} />;
  return <SystemPause campaign={campaign} pause={pause} error={refused?.error} />;
}

/** Whether there is anything to show but zeros. */
function hasBegun({ sends, replies, conversions }: CampaignMetrics): boolean {
  return sends.sent + sends.bounced + sends.failed + replies + conversions > 0;
}

function Figures({ metrics, settings }: { metrics: CampaignMetrics; settings: Campaign['settings'] }) {
  return (
    <>
      <Headline metrics={metrics} settings={settings} />
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
    </>
  );
}
