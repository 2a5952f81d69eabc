import type { Unibox } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import { number } from '../format.ts';
import { type InboxFilter, withFilter } from './filter.ts';

/** The inbox by intent, each tab with the leads it counts in all, done with or not. */
export function IntentTabs({
  replies: { by_intent, awaiting_classification },
  filter,
}: {
  replies: Pick<Unibox, 'by_intent' | 'awaiting_classification'>;
  filter: InboxFilter;
}) {
  const tabs = [
    { intent: undefined, label: 'All intents', count: null },
    { intent: 'replied', label: 'Unclassified', count: awaiting_classification },
    ...by_intent.map(({ intent, count }) => ({ intent, label: inWords(intent), count })),
  ] as const;
  return (
    <nav aria-label="Intents">
      <ul class="tabs">
        {tabs.map(({ intent, label, count }) => (
          <li key={label}>
            <a
              href={withFilter('/inbox', { ...filter, intent, after: undefined })}
              aria-current={intent === filter.intent ? 'true' : undefined}
            >
              {label}
              {count !== null && <span class="small muted"> {number(count)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
