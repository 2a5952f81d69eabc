import { isNobody, type listSubscribers } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Table } from '../components/table.tsx';
import { Address, excerpt, Text } from '../components/text.tsx';
import { Count, CountCell, Moment } from '../figure.tsx';
import { addressOf } from '../query.ts';
import { BULK_FORM } from './bulk-bar.tsx';
import { listAddress } from './filters.ts';
import { nameOf } from './name.ts';

type Subscriber = Awaited<ReturnType<typeof listSubscribers>>['data'][number];

const HEAD = [
  '?Select',
  'Subscriber',
  '#Score',
  'Tags',
  '#Requests',
  '#Sent',
  '#Opened',
  '#Clicked',
  '#Replied',
  'Last activity',
];

/** Most tags of a subscriber in a row of the list. */
const MAX_TAGS = 4;

export function SubscriberTable({
  subscribers,
  query,
  selected,
}: {
  subscribers: readonly Subscriber[];
  query: URLSearchParams;
  /** Ids of the rows that are ticked. */
  selected: readonly string[];
}) {
  // Put together once: of fifty rows it would be a hundredth of the page.
  const back = addressOf('', { list: listAddress('', query).slice(1) });
  return (
    <div class="roomy">
      <Table name="Subscribers" head={HEAD}>
        {subscribers.map((subscriber, index) => (
          <Row
            key={subscriber.id}
            subscriber={subscriber}
            at={`data.${index}`}
            back={back}
            selected={selected.includes(subscriber.id)}
          />
        ))}
      </Table>
    </div>
  );
}

function Row({
  subscriber,
  at,
  back,
  selected,
}: {
  subscriber: Subscriber;
  at: string;
  /** What brings one from a row back to this list. */
  back: string;
  selected: boolean;
}) {
  const { id, email, lead_score, temperature, status, tags, engagement, last_activity_at } = subscriber;
  const name = nameOf(subscriber);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          name="id"
          value={id}
          form={BULK_FORM}
          checked={selected}
          aria-label={`Select ${excerpt(name ?? email, 100)}`}
        />
      </td>
      <th scope="row">
        <a href={`/subscribers/${id}${back}`}>
          <Text most={100}>{name ?? email}</Text>
        </a>{' '}
        {status !== 'active' && <Status>{status}</Status>}
        {name !== null && !isNobody(email) && (
          <div class="small muted">
            <Address>{email}</Address>
          </div>
        )}
      </th>
      <td class="number">
        <Count at={`${at}.lead_score`} value={lead_score} /> <Status>{temperature}</Status>
      </td>
      <td>
        <Tags tags={tags} most={MAX_TAGS} />
      </td>
      <CountCell at={`${at}.engagement.requests`} value={engagement.requests} />
      <CountCell at={`${at}.engagement.sent`} value={engagement.sent} />
      <CountCell at={`${at}.engagement.opened`} value={engagement.opened} />
      <CountCell at={`${at}.engagement.clicked`} value={engagement.clicked} />
      <CountCell at={`${at}.engagement.replied`} value={engagement.replied} />
      <td>
        <Moment value={last_activity_at} brief />
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
