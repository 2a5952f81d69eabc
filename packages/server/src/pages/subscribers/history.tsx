import type { Subscriber } from '@lodestone/core';

import { Intent, Status } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { number } from '../format.ts';

/** Most requests, deliveries of each, and enrollments on the page; the API lists a thousand. */
const MAX_ROWS = 50;
const MAX_DELIVERIES = 5;

/** What was asked for, and each mail that carried it. */
export function Requests({ requests }: { requests: Subscriber['requests'] }) {
  return (
    <Card title="Requests" aside={<Latest shown={MAX_ROWS} of={requests.length} />}>
      {requests.length === 0 ? (
        <p class="muted">They have not requested any of your magnets.</p>
      ) : (
        <Table
          name="Requests and their deliveries, latest first"
          head={['Magnet', 'Requested', 'Delivery', 'Sent', 'Delivered', 'Opened', 'Clicked', 'Bounced']}
        >
          {requests.slice(0, MAX_ROWS).flatMap(RequestRows)}
        </Table>
      )}
    </Card>
  );
}

function RequestRows(request: Subscriber['requests'][number]) {
  const deliveries = request.deliveries.slice(0, MAX_DELIVERIES);
  const rows = deliveries.length === 0 ? [null] : deliveries;
  return rows.map((delivery, index) => (
    <tr key={delivery?.id ?? request.magnet.id}>
      <th scope="row">
        <a href={`/magnets/${request.magnet.id}`}>
          <Text most={100}>{request.magnet.title}</Text>
        </a>
        {index < rows.length - 1 && <div class="small muted">requested again</div>}
      </th>
      <td>
        <Moment value={delivery?.requested_at ?? request.requested_at} />
      </td>
      <td>{delivery ? <Status>{delivery.status}</Status> : <span class="muted">none</span>}</td>
      {(['sent_at', 'delivered_at', 'opened_at', 'clicked_at', 'bounced_at'] as const).map((moment) => (
        <td key={moment}>
          <Moment value={delivery?.[moment] ?? null} />
        </td>
      ))}
    </tr>
  ));
}

/** Campaigns the subscriber is in, each leading to its conversation. */
export function Enrollments({ enrollments }: { enrollments: Subscriber['enrollments'] }) {
  return (
    <Card title="Enrollments" aside={<Latest shown={MAX_ROWS} of={enrollments.length} />}>
      {enrollments.length === 0 ? (
        <p class="muted">They are not in any campaign.</p>
      ) : (
        <Table
          name="Enrollments, latest first"
          head={[
            'Campaign',
            'Campaign status',
            'Enrollment',
            'Intent',
            'Enrolled',
            'Replied',
            'Conversation',
          ]}
        >
          {enrollments
            .slice(0, MAX_ROWS)
            .map(({ id, campaign, status, reply_intent, enrolled_at, replied_at }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`/campaigns/${campaign.id}`}>
                    <Text most={100}>{campaign.name}</Text>
                  </a>
                </th>
                <td>
                  <Status>{campaign.status}</Status>
                </td>
                <td>
                  <Status>{status}</Status>
                </td>
                <td>
                  <Intent>{reply_intent}</Intent>
                </td>
                <td>
                  <Moment value={enrolled_at} />
                </td>
                <td>
                  <Moment value={replied_at} />
                </td>
                <td>
                  <a href={`/inbox/${id}`}>Read</a>
                </td>
              </tr>
            ))}
        </Table>
      )}
    </Card>
  );
}

function Latest({ shown, of }: { shown: number; of: number }) {
  return of > shown ? (
    <span class="small muted">
      The latest {number(shown)} of {number(of)}
    </span>
  ) : null;
}
