import { inWords } from '../components/badge.tsx';
import { Count, Rate } from '../figure.tsx';
import { Bar } from './share.tsx';

interface Stage {
  stage: string;
  count: number;
  rate: number | null;
  step_rate: number | null;
}

/** A funnel, its stages as bars: how much of the first stage is left, and how much of the one before. */
export function Funnel({ at, stages }: { at: string; stages: readonly Stage[] }) {
  return (
    <ol class="funnel">
      {stages.map(({ stage, count, rate, step_rate }, index) => (
        <li key={stage}>
          <span class="funnel-head">
            <b>{inWords(stage)}</b>
            <Count at={`${at}.${index}.count`} value={count} />
          </span>
          <Bar share={rate} />
          <span class="funnel-rates">
            <span>
              <Rate at={`${at}.${index}.rate`} value={rate} /> of {stages[0]?.stage}
            </span>
            {index > 0 && (
              <span>
                <Rate at={`${at}.${index}.step_rate`} value={step_rate} /> of the previous stage
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
