import type { ConversationDetails } from '@lodestone/core';

import { intentInWords } from '../components/badge.tsx';
import { IntentEvidence } from './answer.tsx';
import { type InboxFilter, INTENTS, keepingFilter } from './filter.ts';

/** What the reply means, in one click or by one key. */
export function IntentForm({
  id,
  reply_intent,
  intent,
  filter,
  error,
}: {
  id: string;
  reply_intent: string;
  intent: ConversationDetails['intent'];
  filter: InboxFilter;
  error: string | undefined;
}) {
  return (
    <section class="card" id="intent" aria-label="Intent">
      <form
        method="post"
        action={keepingFilter(`/inbox/${id}/intent`, filter)}
        class="row"
        aria-label="What the reply means"
      >
        {INTENTS.map((value, index) => (
          <button
            key={value}
            type="submit"
            class="quiet intent"
            name="reply_intent"
            value={value}
            aria-pressed={value === reply_intent}
            data-key={String(index + 1)}
            aria-keyshortcuts={String(index + 1)}
          >
            {intentInWords(value)}
          </button>
        ))}
      </form>
      {error !== undefined && <p class="error">{error}</p>}
      <IntentEvidence intent={intent} />
      <p class="small muted">
        This only labels the reply. To opt someone out, unsubscribe them on their subscriber page.
      </p>
    </section>
  );
}
