import type { BlamedMail } from '@lodestone/core';

import { Card } from '../components/card.tsx';
import { Address, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

/** Emails that were refused because of the inbox, its domain or what it wrote, latest first. */
export function BlamedCard({ mails }: { mails: readonly BlamedMail[] }) {
  return (
    <Card title="Refused because of this inbox" id="blamed">
      <p class="small muted">
        These servers rejected the sender, the domain or the text, not the address. Too many rejections pause
        the inbox.
      </p>
      <ul class="plain stack">
        {mails.map((mail) => (
          <li key={mail.conversation_id + mail.bounced_at} class="small">
            <a href={`/inbox/${mail.conversation_id}`}>
              <Address>{mail.email}</Address>
            </a>{' '}
            <Moment value={mail.bounced_at} />
            <div>
              <Text most={200}>{mail.failure}</Text>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
