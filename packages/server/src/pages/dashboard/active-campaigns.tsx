import type { CampaignPerformance, listCampaigns } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';

type Campaigns = Awaited<ReturnType<typeof listCampaigns>>['data'];

/** The campaigns that are sending, and how they have done so far. */
export function ActiveCampaigns({
  campaigns,
  performance,
}: {
  campaigns: Campaigns;
  performance: ReadonlyMap<string, CampaignPerformance>;
}) {
  return (
    <Card title="Active campaigns, all time" aside={<a href="/campaigns">All campaigns</a>}>
      {campaigns.length === 0 ? (
        <p class="muted">No campaign is active.</p>
      ) : (
        <Table name="Active campaigns" head={['Campaign', '#Leads', '#Sent', '#Open rate', '#Reply rate']}>
          {campaigns.map(({ id, name, leads }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/campaigns/${id}`}>
                  <Text most={100}>{name}</Text>
                </a>
              </th>
              <CountCell value={leads.total} />
              <CountCell value={performance.get(id)?.sent ?? 0} />
              <RateCell value={performance.get(id)?.open_rate ?? null} />
              <RateCell value={performance.get(id)?.reply_rate ?? null} />
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
