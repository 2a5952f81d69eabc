import type { Conversation } from '@lodestone/core';

import { inWords, Status } from '../components/badge.tsx';
import { Card, Fact, Facts } from '../components/card.tsx';
import { Address } from '../components/text.tsx';
import { Count, Moment } from '../figure.tsx';

/** The lead that the conversation is with. */
export function Lead({
  conversation: { lead, status, stop_reason, ...times },
}: {
  conversation: Conversation;
}) {
  return (
    <Card title="Lead" aside={<a href={`/subscribers/${lead.id}`}>Subscriber</a>}>
      <Facts>
        <Fact name="Address">
          <Address>{lead.email}</Address>
        </Fact>
        <Fact name="Subscription">
          <Status>{lead.status}</Status>
        </Fact>
        <Fact name="Lead score">
          <Count at="lead.lead_score" value={lead.lead_score} /> <Status>{lead.temperature}</Status>
        </Fact>
        <Fact name="Enrollment">
          <Status>{status}</Status>{' '}
          {stop_reason !== null && <span class="small muted">({inWords(stop_reason).toLowerCase()})</span>}
        </Fact>
        <Fact name="Enrolled">
          <Moment value={times.enrolled_at} />
        </Fact>
        <Fact name="Replied">
          <Moment value={times.replied_at} />
        </Fact>
        <Fact name="Converted">
          <Moment value={times.converted_at} />
        </Fact>
      </Facts>
    </Card>
  );
}
