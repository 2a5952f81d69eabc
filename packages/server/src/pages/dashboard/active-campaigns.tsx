import type { ActiveCampaign } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';

/** The campaigns that are sending, and how they have done so far. */
export function ActiveCampaigns({ campaigns }: { campaigns: readonly ActiveCampaign[] }) {
  return (
    <Card title="Active campaigns, all time" aside={<a href="/campaigns">All campaigns</a>}>
      {campaigns.length === 0 ? (
        <p class="muted">No campaign is active.</p>
      ) : (
        <Table name="Active campaigns" head={['Campaign', '#Leads', '#Sent', '#Open rate', '#Reply rate']}>
          {campaigns.map(({ id, name, leads, sent, open_rate, reply_rate }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/campaigns/${id}`}>
                  <Text most={100}>{name}</Text>
                </a>
              </th>
              <CountCell value={leads} />
              <CountCell value={sent} />
              <RateCell value={open_rate} />
              <RateCell value={reply_rate} />
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
