import type { Unibox } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { nameOf } from '../subscribers/name.ts';

/** The conversations with the latest messages, each with how its last one begins. */
export function Latest({ conversations }: { conversations: Unibox['latest'] }) {
  return (
    <ul class="plain conversations">
      {conversations.map(({ id, lead, campaign, reply_intent, last_message_at, preview }) => (
        <li key={id}>
          <span class="row">
            <a href={`/inbox/${id}`}>
              <Text most={80}>{nameOf(lead) ?? lead.email}</Text>
            </a>
            <Status>{reply_intent}</Status>
          </span>
          <span class="small muted">
            <Text most={80}>{campaign.name}</Text> · <Moment value={last_message_at} />
          </span>
          <p class="small">
            <Text most={200}>{preview}</Text>
          </p>
        </li>
      ))}
    </ul>
  );
}
