import { type Account, listMagnets, type MagnetStatus } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Status } from '../components/badge.tsx';
import { ListByStatus } from '../components/list-by-status.tsx';
import { Table } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { choiceOf, offsetOf } from '../query.ts';

const LIMIT = 50;
const STATUSES = ['all', 'public', 'private', 'draft', 'archived'] as const satisfies (
  | MagnetStatus
  | 'all'
)[];
const HEAD = [
  'Magnet',
  'Status',
  '#Requests',
  '#Leads',
  '#Sent',
  '#Opened',
  '#Open rate',
  '#Clicked',
  '#Click rate',
  '#Bounced',
  '#Bounce rate',
];

type Magnets = Awaited<ReturnType<typeof listMagnets>>['data'];

export async function listMagnetsPage(account: Account, { query }: Asked): Promise<Answer> {
  const status = choiceOf(query, 'status', STATUSES);
  const offset = offsetOf(query);
  const { data, next_offset } = await listMagnets(account, { status, limit: LIMIT, offset });
  return {
    title: 'Magnets',
    section: 'magnets',
    body: (
      <ListByStatus
        title="Magnets"
        path="/magnets"
        statuses={STATUSES}
        status={status}
        query={query}
        page={{ limit: LIMIT, offset, shown: data.length, next_offset }}
        actions={
          <a class="button primary" href="/magnets/new">
            New magnet
          </a>
        }
        aside={<span class="small muted">All-time figures</span>}
        none={
          <>
            <p>
              A lead magnet is something people share their email address for: a guide, a checklist, a
              template.
            </p>
            <p>
              <a class="button primary" href="/magnets/new">
                Create your first magnet
              </a>
            </p>
          </>
        }
      >
        <MagnetTable magnets={data} />
      </ListByStatus>
    ),
  };
}

function MagnetTable({ magnets }: { magnets: Magnets }) {
  return (
    <Table name="Magnets with their performance" head={HEAD}>
      {magnets.map(({ id, title, slug, status, performance }, index) => {
        const at = `data.${index}.performance`;
        return (
          <tr key={id}>
            <th scope="row">
              <a href={`/magnets/${id}`}>
                <Text>{title}</Text>
              </a>
              <div class="small muted">/{slug}</div>
            </th>
            <td>
              <Status>{status}</Status>
            </td>
            <CountCell at={`${at}.requests`} value={performance.requests} />
            <CountCell at={`${at}.leads`} value={performance.leads} />
            <CountCell at={`${at}.sent`} value={performance.sent} />
            <CountCell at={`${at}.opened`} value={performance.opened} />
            <RateCell at={`${at}.open_rate`} value={performance.open_rate} />
            <CountCell at={`${at}.clicked`} value={performance.clicked} />
            <RateCell at={`${at}.click_rate`} value={performance.click_rate} />
            <CountCell at={`${at}.bounced`} value={performance.bounced} />
            <RateCell at={`${at}.bounce_rate`} value={performance.bounce_rate} />
          </tr>
        );
      })}
    </Table>
  );
}
