import { type Account, listMagnets, type MagnetStatus } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { inWords, Status } from '../components/badge.tsx';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Table } from '../components/table.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Text } from '../components/text.tsx';
import { CountCell, RateCell } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { addressOf, choiceOf, offsetOf } from '../query.ts';

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
  const magnets = await listMagnets(account, { status, limit: LIMIT, offset });
  return {
    title: 'Magnets',
    section: 'magnets',
    body: (
      <>
        <PageTitle>Magnets</PageTitle>
        <Tabs
          name="Status"
          current={status}
          tabs={STATUSES.map((value) => ({
            value,
            label: inWords(value),
            path: addressOf('/magnets', { status: value === 'all' ? '' : value }),
          }))}
        />
        <Card
          title={status === 'all' ? 'All magnets' : `${inWords(status)} magnets`}
          aside={<span class="small muted">Figures over the life of each</span>}
        >
          {magnets.data.length === 0 ? (
            <None status={status} offset={offset} />
          ) : (
            <MagnetTable magnets={magnets.data} />
          )}
          <Pager
            path="/magnets"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={magnets.data.length}
            next_offset={magnets.next_offset}
          />
        </Card>
      </>
    ),
  };
}

function None({ status, offset }: { status: string; offset: number }) {
  if (status === 'all' && offset === 0) {
    return (
      <Empty title="No magnets yet">
        <p>
          A magnet is what people leave their address for: a guide, a checklist, a template. It appears here
          once it is made.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={offset > 0 ? 'Nothing on this page' : `No ${status} magnets`}>
      <p>
        <a href="/magnets">Show all magnets</a>
      </p>
    </Empty>
  );
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
