import { type Account, listMagnetTitles, listSubscribers } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Count } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { offsetOf } from '../query.ts';
import { FilterForm } from './filter-form.tsx';
import { filtersOf } from './filters.ts';
import { SubscriberTable } from './table.tsx';

const LIMIT = 50;

/** Most magnets that the form offers to filter by, the newest of them. */
const MOST_MAGNETS = 100;

export async function listSubscribersPage(account: Account, { query }: Asked): Promise<Answer> {
  const { typed, audience, errors } = filtersOf(query);
  const offset = offsetOf(query);
  const [subscribers, magnets] = await Promise.all([
    listSubscribers(account, { ...audience, order: typed.order, limit: LIMIT, offset }),
    listMagnetTitles(account, { limit: MOST_MAGNETS }),
  ]);
  const { data, total_matching, next_offset } = subscribers;
  return {
    title: 'Subscribers',
    section: 'subscribers',
    status: Object.keys(errors).length === 0 ? 200 : 400,
    body: (
      <>
        <PageTitle>Subscribers</PageTitle>
        <FilterForm typed={typed} errors={errors} magnets={magnets} />
        <Card
          title="Audience"
          aside={
            <span class="small muted">
              <Count at="total_matching" value={total_matching} /> matching
            </span>
          }
        >
          {data.length === 0 ? (
            <None filtered={query.size > 0} beyond={total_matching > 0} />
          ) : (
            <SubscriberTable subscribers={data} />
          )}
          <Pager
            path="/subscribers"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
            total={total_matching}
          />
        </Card>
      </>
    ),
  };
}

function None({ filtered, beyond }: { filtered: boolean; beyond: boolean }) {
  if (beyond) {
    return (
      <Empty title="Nothing on this page">
        <p>The list is shorter than that. Go back to its first page.</p>
      </Empty>
    );
  }
  return filtered ? (
    <Empty title="Nobody matches">
      <p>
        Take a filter away, or <a href="/subscribers">show everybody</a>.
      </p>
    </Empty>
  ) : (
    <Empty title="No subscribers yet">
      <p>
        Whoever asks for a magnet becomes a subscriber. <a href="/magnets">Make a magnet public</a> to begin.
      </p>
    </Empty>
  );
}
