import { type Account, type CampaignStatus, listCampaigns } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { inWords, Status } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { addressOf, choiceOf, offsetOf } from '../query.ts';

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
      <>
        <PageTitle>Campaigns</PageTitle>
        <Tabs
          name="Status"
          current={status}
          tabs={STATUSES.map((value) => ({
            value,
            label: inWords(value),
            path: addressOf('/campaigns', { status: value === 'all' ? '' : value }),
          }))}
        />
        <Card title={status === 'all' ? 'All campaigns' : `${inWords(status)} campaigns`}>
          {data.length === 0 ? <None status={status} offset={offset} /> : <CampaignTable campaigns={data} />}
          <Pager
            path="/campaigns"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
          />
        </Card>
      </>
    ),
  };
}

function None({ status, offset }: { status: string; offset: number }) {
  if (status === 'all' && offset === 0) {
    return (
      <Empty title="No campaigns yet">
        <p>
          A campaign writes to your leads in steps. Until there is one,{' '}
          <a href="/subscribers">see who they are</a>.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={offset > 0 ? 'Nothing on this page' : `No ${status} campaigns`}>
      <p>
        <a href="/campaigns">Show all campaigns</a>
      </p>
    </Empty>
  );
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
