import type { CampaignMetrics } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';
import { counted } from '../format.ts';

type Step = CampaignMetrics['steps'][number];
type Variant = Step['variants'][number];

const COUNTS = {
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  replied: 'Replied',
} as const;
const RATES = {
  open_rate: 'Open rate',
  click_rate: 'Click rate',
  bounce_rate: 'Bounce rate',
  reply_rate: 'Reply rate',
} as const;

/** The steps of the sequence, each with its variants side by side. */
export function Steps({ steps }: { steps: CampaignMetrics['steps'] }) {
  if (steps.length === 0) {
    return (
      <Card title="Steps">
        <p class="muted">This campaign has no steps yet.</p>
      </Card>
    );
  }
  return (
    <div class="columns">
      {steps.map((step, index) => (
        <StepCard key={step.step} step={step} at={`steps.${index}`} />
      ))}
    </div>
  );
}

function StepCard({ step, at }: { step: Step; at: string }) {
  const columns = columnsOf(step, at);
  const waits = step.delay_days === 0 ? 'at once' : `after ${counted(step.delay_days, 'day')}`;
  return (
    <Card title={`Step ${step.step}`} aside={<span class="small muted">{waits}</span>}>
      <ul class="plain small">
        {step.variants.map((variant) => (
          <li key={variant.id}>
            <b>{variant.label}</b> <Text most={160}>{variant.subject}</Text>
          </li>
        ))}
      </ul>
      <Table
        name={`Step ${step.step}, its variants side by side`}
        head={['Figure', ...columns.map(({ heading }) => `#${heading}`)]}
      >
        {keysOf(COUNTS).map((key) => (
          <tr key={key}>
            <th scope="row">{COUNTS[key]}</th>
            {columns.map(({ heading, at, figures }) => (
              <CountCell key={heading} at={`${at}.${key}`} value={figures[key]} />
            ))}
          </tr>
        ))}
        {keysOf(RATES).map((key) => (
          <tr key={key}>
            <th scope="row">{RATES[key]}</th>
            {columns.map(({ heading, at, figures }) => (
              <RateCell key={heading} at={`${at}.${key}`} value={figures[key]} />
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** Each variant, and the whole step after them where there is more than one. */
function columnsOf(step: Step, at: string): { heading: string; at: string; figures: Step | Variant }[] {
  const variants = step.variants.map((figures, index) => ({
    heading: figures.label,
    at: `${at}.variants.${index}`,
    figures,
  }));
  return variants.length === 1 ? variants : [...variants, { heading: 'All', at, figures: step }];
}

function keysOf<Key extends string>(labels: Record<Key, string>): Key[] {
  return Object.keys(labels) as Key[];
}
