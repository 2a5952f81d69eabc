import type { Attention } from '@lodestone/core';

import { CampaignStatus } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Text } from '../components/text.tsx';
import { counted, number } from '../format.ts';
import { jobInWords } from '../job-names.ts';
import { addressOf } from '../query.ts';
import { wayOut } from '../sending-inboxes/trouble.tsx';

/** What somebody should look at first, each with the page that leads out of it. Nothing when all is well. */
export function NeedsAttention({ attention, awaiting }: { attention: Attention; awaiting: number }) {
  const { inboxes, campaigns, failed_emails, near_limit, failed_jobs } = attention;
  const items = [inboxes, campaigns, failed_emails, near_limit, failed_jobs];
  if (items.every(({ length }) => length === 0) && awaiting === 0) return null;
  return (
    <Card title="Needs attention" id="attention">
      <ul class="plain attention">
        {campaigns.map(({ id, name, status }) => (
          <li key={id}>
            <CampaignStatus>{status}</CampaignStatus>
            <a href={`/campaigns/${id}#system-pause`}>
              <Text most={80}>{name}</Text>
            </a>
          </li>
        ))}
        {failed_emails.map(({ id, name }) => (
          <li key={id}>
            <span class="badge bad">Emails failed</span>
            <a href={addressOf(`/campaigns/${id}/leads`, { show: 'failed' })}>
              <Text most={80}>{name}</Text>
            </a>
          </li>
        ))}
        {inboxes.map((inbox) => (
          <li key={inbox.id}>
            <span class="badge bad">{troubleInWords(inbox)}</span>
            <a href={wayOut(inbox).path}>
              <Text most={80}>{inbox.address}</Text>
            </a>
          </li>
        ))}
        {near_limit.map(({ id, address, sent_today, daily_capacity }) => (
          <li key={id}>
            <span class="badge warn">
              {number(sent_today)} of {number(daily_capacity)} sent today
            </span>
            <a href={`/sending-inboxes/${id}`}>
              <Text most={80}>{address}</Text>
            </a>
          </li>
        ))}
        {failed_jobs.map((job) => (
          <li key={job}>
            <span class="badge bad">Last run failed</span>
            <a href={addressOf('/activity', { job, status: 'failed' })}>{jobInWords(job)}</a>
          </li>
        ))}
        {awaiting > 0 && (
          <li>
            <span class="badge warn">Unclassified</span>
            <a href="/inbox?show=all&intent=replied">{counted(awaiting, 'reply', 'replies')} in the inbox</a>
          </li>
        )}
      </ul>
    </Card>
  );
}

function troubleInWords({ status, system_pause, failing, unread }: Attention['inboxes'][number]): string {
  if (system_pause !== null) return `Inbox paused: ${system_pause.reason}`;
  if (status === 'disconnected') return 'Inbox disconnected';
  if (unread) return 'Inbox cannot be read';
  const names = failing.map((name) => name.toUpperCase()).join(', ');
  return `${names} ${failing.length === 1 ? 'fails' : 'fail'}`;
}
