import type { CampaignMetrics } from '@lodestone/core';

import { IntentBars } from '../charts/intents.tsx';
import { Card } from '../components/card.tsx';
import { Count } from '../figure.tsx';

/** Replies by what they were classified as; those that wait for it stand apart. */
export function Intents({ metrics }: { metrics: CampaignMetrics }) {
  return (
    <Card title="Replies by intent" aside={<a href="/inbox">Inbox</a>}>
      <IntentBars at="replies_by_intent" intents={metrics.replies_by_intent} />
      <p class="small muted">
        <Count at="awaiting_classification" value={metrics.awaiting_classification} /> unclassified
      </p>
    </Card>
  );
}
