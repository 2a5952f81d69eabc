import {
  type Account,
  type CampaignPerformance,
  type CampaignStatus as State,
  listCampaigns,
  readCampaignPerformance,
} from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Bar } from '../charts/share.tsx';
import { CampaignStatus, campaignStatusInWords } from '../components/badge.tsx';
import { ListByStatus } from '../components/list-by-status.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Count, CountCell, Moment, RateCell } from '../figure.tsx';
import { number } from '../format.ts';
import type { Asked } from '../page.ts';
import { choiceOf, offsetOf } from '../query.ts';

const LIMIT = 50;

const STATUSES = [
  'all',
  'active',
  'paused',
  'bounced',
  'stalled',
  'scheduled',
  'draft',
  'completed',
] as const satisfies (State | 'all')[];

const HEAD = ['Campaign', 'Status', '#Leads', 'Progress', '#Sent', '#Open rate', '#Reply rate', 'Started'];

type Campaigns = Awaited<ReturnType<typeof listCampaigns>>['data'];

export async function listCampaignsPage(account: Account, { query }: Asked): Promise<Answer> {
  const status = choiceOf(query, 'status', STATUSES);
  const offset = offsetOf(query);
  const { data, next_offset } = await listCampaigns(account, { status, limit: LIMIT, offset });
  const performance = await readCampaignPerformance(
    account,
    data.map(({ id }) => id),
  );
  return {
    title: 'Campaigns',
    section: 'campaigns',
    body: (
      <ListByStatus
        title="Campaigns"
        actions={
          <>
            <a href="/campaigns/plan" class="button">
              Planned emails
            </a>
            <a href="/campaigns/new" class="button primary">
              New campaign
            </a>
          </>
        }
        path="/campaigns"
        named={campaignStatusInWords}
        statuses={STATUSES}
        status={status}
        query={query}
        page={{ limit: LIMIT, offset, shown: data.length, next_offset }}
        none={
          <p>
            A campaign sends your leads a sequence of emails.{' '}
            <a href="/campaigns/new">Create your first campaign</a>.
          </p>
        }
      >
        <CampaignTable campaigns={data} performance={performance} />
      </ListByStatus>
    ),
  };
}

export function CampaignTable({
  campaigns,
  performance,
}: {
  campaigns: Campaigns;
  performance: ReadonlyMap<string, CampaignPerformance>;
}) {
  return (
    <Table name="Campaigns with their leads and performance" head={HEAD}>
      {campaigns.map(({ id, name, status, pause, leads, settings, started_at }, index) => {
        const at = `data.${index}`;
        const { sent = 0, open_rate = null, reply_rate = null } = performance.get(id) ?? {};
        return (
          <tr key={id}>
            <th scope="row">
              <a href={`/campaigns/${id}`}>
                <Text>{name}</Text>
              </a>
              <div class="small muted">
                <Count at={`${at}.leads.active`} value={leads.active} /> active,{' '}
                <Count at={`${at}.leads.completed`} value={leads.completed} /> completed,{' '}
                <Count at={`${at}.leads.stopped`} value={leads.stopped} /> stopped,{' '}
                <Count at={`${at}.leads.bounced`} value={leads.bounced} /> bounced
              </div>
              <div class="small muted">
                <Count at={`${at}.settings.steps`} value={settings.steps} />{' '}
                {settings.steps === 1 ? 'step' : 'steps'}, up to{' '}
                <Count at={`${at}.settings.daily_limit`} value={settings.daily_limit} /> emails a day
              </div>
              {pause?.reason && (
                <div class="small muted">
                  <Text most={90}>{pause.reason}</Text>
                </div>
              )}
            </th>
            <td>
              <CampaignStatus>{status}</CampaignStatus>
            </td>
            <CountCell at={`${at}.leads.total`} value={leads.total} />
            <td>
              <Progress total={leads.total} active={leads.active} />
            </td>
            <CountCell value={sent} />
            <RateCell value={open_rate} />
            <RateCell value={reply_rate} />
            <td>
              {started_at === null ? <span class="muted">Not yet</span> : <Moment value={started_at} brief />}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** How many leads a campaign is through with. */
function Progress({ total, active }: { total: number; active: number }) {
  if (total === 0) return <span class="muted">—</span>;
  const done = total - active;
  return (
    <span class="progress">
      <Bar share={done / total} />
      <span class="small muted">{number(done)} done</span>
    </span>
  );
}
