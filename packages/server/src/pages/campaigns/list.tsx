import { type Account, type CampaignStatus, listCampaigns } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { ListByStatus } from '../components/list-by-status.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, Moment } from '../figure.tsx';
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
] as const satisfies (CampaignStatus | 'all')[];

const HEAD = [
  'Campaign',
  'Status',
  '#Leads',
  '#Active',
  '#Completed',
  '#Stopped',
  '#Bounced',
  '#Steps',
  '#Daily limit',
  'Started',
];

type Campaigns = Awaited<ReturnType<typeof listCampaigns>>['data'];

export async function listCampaignsPage(account: Account, { query }: Asked): Promise<Answer> {
  const status = choiceOf(query, 'status', STATUSES);
  const offset = offsetOf(query);
  const { data, next_offset } = await listCampaigns(account, { status, limit: LIMIT, offset });
  return {
    title: 'Campaigns',
    section: 'campaigns',
    body: (
      <ListByStatus
        title="Campaigns"
        path="/campaigns"
        statuses={STATUSES}
        status={status}
        query={query}
        page={{ limit: LIMIT, offset, shown: data.length, next_offset }}
        none={
          <p>
            A campaign writes to your leads in steps. Until there is one,{' '}
            <a href="/subscribers">see who they are</a>.
          </p>
        }
      >
        <CampaignTable campaigns={data} />
      </ListByStatus>
    ),
  };
}

function CampaignTable({ campaigns }: { campaigns: Campaigns }) {
  return (
    <Table name="Campaigns with their leads by state" head={HEAD}>
      {campaigns.map(({ id, name, status, leads, settings, started_at }, index) => {
        const at = `data.${index}`;
        return (
          <tr key={id}>
            <th scope="row">
              <a href={`/campaigns/${id}`}>
                <Text>{name}</Text>
              </a>
            </th>
            <td>
              <Status>{status}</Status>
            </td>
            <CountCell at={`${at}.leads.total`} value={leads.total} />
            <CountCell at={`${at}.leads.active`} value={leads.active} />
            <CountCell at={`${at}.leads.completed`} value={leads.completed} />
            <CountCell at={`${at}.leads.stopped`} value={leads.stopped} />
            <CountCell at={`${at}.leads.bounced`} value={leads.bounced} />
            <CountCell at={`${at}.settings.steps`} value={settings.steps} />
            <CountCell at={`${at}.settings.daily_limit`} value={settings.daily_limit} />
            <td>
              <Moment value={started_at} none="not yet" />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
