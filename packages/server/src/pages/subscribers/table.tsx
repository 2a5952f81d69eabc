import type { listSubscribers } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, Moment } from '../figure.tsx';
import { nameOf } from './name.ts';

type Subscriber = Awaited<ReturnType<typeof listSubscribers>>['data'][number];

const HEAD = [
  'Subscriber',
  '#Score',
  'State',
  'Tags',
  '#Requests',
  '#Sent',
  '#Opened',
  '#Clicked',
  '#Replied',
  'First seen',
  'Last activity',
];

/** Most tags of a subscriber in a row of the list. */
const MOST_TAGS = 4;

export function SubscriberTable({ subscribers }: { subscribers: readonly Subscriber[] }) {
  return (
    <div class="roomy">
      <Table name="Subscribers" head={HEAD}>
        {subscribers.map((subscriber, index) => (
          <Row key={subscriber.id} subscriber={subscriber} at={`data.${index}`} />
        ))}
      </Table>
    </div>
  );
}

function Row({ subscriber, at }: { subscriber: Subscriber; at: string }) {
  const { id, email, lead_score, temperature, status, tags, engagement, first_seen_at, last_activity_at } =
    subscriber;
  const name = nameOf(subscriber);
  return (
    <tr>
      <th scope="row">
        <a href={`/subscribers/${id}`}>
          <Text most={100}>{name ?? email}</Text>
        </a>
        {name !== null && (
          <div class="small muted">
            <Text most={100}>{email}</Text>
          </div>
        )}
      </th>
      <CountCell at={`${at}.lead_score`} value={lead_score} />
      <td class="states">
        <Status>{temperature}</Status> <Status>{status}</Status>
      </td>
      <td>
        <Tags tags={tags} most={MOST_TAGS} />
      </td>
      <CountCell at={`${at}.engagement.requests`} value={engagement.requests} />
      <CountCell at={`${at}.engagement.sent`} value={engagement.sent} />
      <CountCell at={`${at}.engagement.opened`} value={engagement.opened} />
      <CountCell at={`${at}.engagement.clicked`} value={engagement.clicked} />
      <CountCell at={`${at}.engagement.replied`} value={engagement.replied} />
      <td>
        <Moment value={first_seen_at} />
      </td>
      <td>
        <Moment value={last_activity_at} />
      </td>
    </tr>
  );
}

/** Tags as links to everybody who carries them. */
export function Tags({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return <span class="muted">—</span>;
  return (
    <span class="row tags">
      {tags.slice(0, most).map((tag) => (
        <a key={tag} class="tag" href={`/subscribers?tag=${encodeURIComponent(tag)}`}>
          <Text>{tag}</Text>
        </a>
      ))}
      {tags.length > most && <span class="small muted">+{tags.length - most}</span>}
    </span>
  );
}
