import type { Dashboard } from '@lodestone/core';

import { Share } from '../charts/share.tsx';
import { Status } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';

const HEAD = [
  'Magnet',
  'Status',
  '#Requests',
  'Share of requests',
  '#Sent',
  '#Opened',
  '#Open rate',
  '#Clicked',
  '#Click rate',
];

/** The magnets that were asked for most, and their share of all requests. */
export function TopMagnets({ magnets }: { magnets: Dashboard['top_magnets'] }) {
  return (
    <Card title="Top magnets" aside={<a href="/magnets">All magnets</a>}>
      {magnets.length === 0 ? (
        <p class="muted">No magnet was requested in this period.</p>
      ) : (
        <Table name="Top magnets by requests" head={HEAD}>
          {magnets.map((magnet, index) => (
            <Row key={magnet.id} magnet={magnet} at={`top_magnets.${index}`} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function Row({ magnet, at }: { magnet: Dashboard['top_magnets'][number]; at: string }) {
  return (
    <tr>
      <th scope="row">
        <a href={`/magnets/${magnet.id}`}>
          <Text>{magnet.title}</Text>
        </a>
      </th>
      <td>
        <Status>{magnet.status}</Status>
      </td>
      <CountCell at={`${at}.requests`} value={magnet.requests} />
      <td>
        <Share at={`${at}.share`} value={magnet.share} />
      </td>
      <CountCell at={`${at}.sent`} value={magnet.sent} />
      <CountCell at={`${at}.opened`} value={magnet.opened} />
      <RateCell at={`${at}.open_rate`} value={magnet.open_rate} />
      <CountCell at={`${at}.clicked`} value={magnet.clicked} />
      <RateCell at={`${at}.click_rate`} value={magnet.click_rate} />
    </tr>
  );
}
