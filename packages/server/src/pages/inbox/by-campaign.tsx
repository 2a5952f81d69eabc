import type { Unibox } from '@lodestone/core';

import { CampaignStatus, inWords } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell } from '../figure.tsx';
import { number } from '../format.ts';

/** Most campaigns in the table, those with the most replies. */
const MAX_ROWS = 100;

/** Replies of each campaign, split by intent. */
export function ByCampaign({ campaigns }: { campaigns: Unibox['by_campaign'] }) {
  const [first] = campaigns;
  if (!first) return null;
  const intents = first.by_intent.map(({ intent }) => `#${inWords(intent)}`);
  const aside = campaigns.length > MAX_ROWS && (
    <span class="small muted">
      The {MAX_ROWS} with the most, out of {number(campaigns.length)}
    </span>
  );
  return (
    <Card title="Replies by campaign" id="by-campaign" aside={aside}>
      <div class="level">
        <Table
          name="Replies by campaign and intent"
          head={['Campaign', '#Replies', '#Leads', '#Unclassified', ...intents]}
        >
          {campaigns
            .slice(0, MAX_ROWS)
            .map(({ campaign, messages, replies, awaiting_classification, by_intent }, index) => {
              const at = `by_campaign.${index}`;
              return (
                <tr key={campaign.id}>
                  <th scope="row">
                    <a href={`/campaigns/${campaign.id}`}>
                      <Text most={100}>{campaign.name}</Text>
                    </a>
                    <div>
                      <CampaignStatus>{campaign.status}</CampaignStatus>
                    </div>
                  </th>
                  <CountCell at={`${at}.messages`} value={messages} />
                  <CountCell at={`${at}.replies`} value={replies} />
                  <CountCell at={`${at}.awaiting_classification`} value={awaiting_classification} />
                  {by_intent.map(({ intent, count }, place) => (
                    <CountCell key={intent} at={`${at}.by_intent.${place}.count`} value={count} />
                  ))}
                </tr>
              );
            })}
        </Table>
      </div>
    </Card>
  );
}
