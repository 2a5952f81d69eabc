import { betterVariant, type CampaignMetrics } from '@lodestone/core';

import { Badge } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';
import { counted } from '../format.ts';

type Step = CampaignMetrics['steps'][number];
type Variant = Step['variants'][number];

const COUNTS = ['sent', 'opened', 'clicked', 'bounced', 'replied'] as const;
const RATES = ['open_rate', 'click_rate', 'bounce_rate', 'reply_rate'] as const;
const HEAD = [
  'Step',
  '#Sent',
  '#Opened',
  '#Clicked',
  '#Bounced',
  '#Replied',
  '#Open rate',
  '#Click rate',
  '#Bounce rate',
  '#Reply rate',
];

/** The steps of the sequence in one table, the variants of each beneath it. */
export function Steps({ steps }: { steps: CampaignMetrics['steps'] }) {
  if (steps.length === 0) {
    return (
      <Card title="Steps">
        <p class="muted">This campaign has no steps yet.</p>
      </Card>
    );
  }
  return (
    <Card title="Steps">
      <Table name="Steps and their variants" head={HEAD}>
        {steps.flatMap((step, index) => rowsOf(step, `steps.${index}`))}
      </Table>
      {steps.some(({ variants }) => variants.length > 1) && (
        <p class="small muted">
          A variant is marked better when its reply rate is significantly higher (two-proportion z-test, 5%
          level).
        </p>
      )}
    </Card>
  );
}

/** A step with its variants beneath it; one with a single variant is that variant. */
function rowsOf(step: Step, at: string) {
  const waits = step.delay_days === 0 ? 'right away' : `after ${counted(step.delay_days, 'day')}`;
  const [only, ...more] = step.variants;
  const whole = (
    <tr key={at}>
      <th scope="row">
        Step {step.step} <span class="small muted nowrap">{waits}</span>
        {more.length === 0 && only && <Subject variant={only} />}
      </th>
      <Figures
        figures={more.length === 0 && only ? only : step}
        at={more.length === 0 ? `${at}.variants.0` : at}
      />
    </tr>
  );
  if (more.length === 0) return [whole];
  const better = betterVariant(step.variants);
  return [
    whole,
    ...step.variants.map((variant, index) => (
      <tr key={`${at}.${variant.id}`} class="variant">
        <th scope="row">
          {variant.label} {index === better && <Badge tone="good">Better</Badge>}
          <Subject variant={variant} />
        </th>
        <Figures figures={variant} at={`${at}.variants.${index}`} />
      </tr>
    )),
  ];
}

function Subject({ variant }: { variant: Variant }) {
  return (
    <div class="small muted">
      <Text most={120}>{variant.subject}</Text>
    </div>
  );
}

function Figures({ figures, at }: { figures: Step | Variant; at: string }) {
  return (
    <>
      {COUNTS.map((key) => (
        <CountCell key={key} at={`${at}.${key}`} value={figures[key]} />
      ))}
      {RATES.map((key) => (
        <RateCell key={key} at={`${at}.${key}`} value={figures[key]} />
      ))}
    </>
  );
}
