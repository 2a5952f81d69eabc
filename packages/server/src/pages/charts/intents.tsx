import { inWords } from '../components/badge.tsx';
import { Count } from '../figure.tsx';
import { Bar } from './share.tsx';

/** Replies split by intent, as bars beside the longest of them. */
export function IntentBars({
  at,
  intents,
}: {
  /** Where the API's answer of this page holds them, if it does. */
  at?: string;
  intents: readonly { intent: string; count: number }[];
}) {
  const longest = Math.max(0, ...intents.map(({ count }) => count));
  const bars = (
    <ul class="split">
      {intents.map(({ intent, count }, index) => (
        <li key={intent}>
          <span>{inWords(intent)}</span>
          <Bar share={count / Math.max(1, longest)} />
          <Count at={at === undefined ? undefined : `${at}.${index}.count`} value={count} />
        </li>
      ))}
    </ul>
  );
  if (longest > 0) return bars;
  return (
    <details>
      <summary>None classified yet</summary>
      {bars}
    </details>
  );
}
