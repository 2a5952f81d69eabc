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
  const longest = Math.max(1, ...intents.map(({ count }) => count));
  return (
    <ul class="split">
      {intents.map(({ intent, count }, index) => (
        <li key={intent}>
          <span>{inWords(intent)}</span>
          <Bar share={count / longest} />
          <Count at={at === undefined ? undefined : `${at}.${index}.count`} value={count} />
        </li>
      ))}
    </ul>
  );
}
