import { type Account, listSubscribers, readListControls } from '@lodestone/core';

import type { Answer } from '../answer.ts';
import { Card, Empty, PageTitle } from '../components/card.tsx';
import { Pager } from '../components/pager.tsx';
import { Count } from '../figure.tsx';
import type { Asked } from '../page.ts';
import { offsetOf } from '../query.ts';
import { BulkBar, type RefusedBulk } from './bulk-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { filtersOf, listAddress } from './filters.ts';
import { type RefusedName, SavedFilters } from './saved-filters.tsx';
import { SubscriberTable } from './table.tsx';

const LIMIT = 50;

/** Most magnets that the form offers to filter by, and campaigns to enroll into, the newest of them. */
const OFFERED = 100;

export function listSubscribersPage(account: Account, { query }: Asked): Promise<Answer> {
  return listPage(account, query);
}

interface Refused {
  bulk?: RefusedBulk;
  filter?: RefusedName;
}

/** The list; with what was refused of it. */
export async function listPage(
  account: Account,
  query: URLSearchParams,
  refused: Refused = {},
): Promise<Answer> {
  const { typed, audience, errors } = filtersOf(query);
  const offset = offsetOf(query);
  const [subscribers, { magnets, campaigns, saved }] = await Promise.all([
    listSubscribers(account, { ...audience, order: typed.order, limit: LIMIT, offset }),
    readListControls(account, { limit: OFFERED }),
  ]);
  const { data, total_matching, next_offset } = subscribers;
  const isWrong = Object.keys(errors).length > 0;
  return {
    title: 'Subscribers',
    section: 'subscribers',
    status: isWrong || refused.bulk || refused.filter ? 400 : 200,
    scripted: true,
    body: (
      <>
        <PageTitle actions={<Files query={query} />}>Subscribers</PageTitle>
        <FilterForm typed={typed} errors={errors} magnets={magnets} />
        <FilterChips typed={typed} errors={errors} query={query} magnets={magnets} />
        <SavedFilters saved={saved} query={query} refused={refused.filter} savable={!isWrong} />
        <Card
          title="Audience"
          aside={
            <span class="small muted">
              <Count at="total_matching" value={total_matching} /> matching
            </span>
          }
        >
          {isWrong && <p class="error">The filter with an error above is not applied.</p>}
          {data.length === 0 ? (
            <None filtered={query.size > 0} beyond={total_matching > 0} />
          ) : (
            <>
              {!isWrong && (
                <BulkBar query={query} total={total_matching} campaigns={campaigns} refused={refused.bulk} />
              )}
              <SubscriberTable subscribers={data} query={query} selected={refused.bulk?.ids ?? []} />
            </>
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

/** Everybody in by a file, and whom the filters leave out by one. */
function Files({ query }: { query: URLSearchParams }) {
  return (
    <>
      <a class="button" href="/subscribers/import">
        Import
      </a>
      <a class="button" href={listAddress('/subscribers/export', query)}>
        Export CSV
      </a>
    </>
  );
}

function None({ filtered, beyond }: { filtered: boolean; beyond: boolean }) {
  if (beyond) {
    return (
      <Empty title="Nothing on this page">
        <p>The list is shorter than that. Go back to the first page.</p>
      </Empty>
    );
  }
  return filtered ? (
    <Empty title="No subscribers match">
      <p>
        Remove a filter, or <a href="/subscribers">show all subscribers</a>.
      </p>
    </Empty>
  ) : (
    <Empty title="No subscribers yet">
      <p>People who request a magnet become subscribers.</p>
      <div class="row">
        <a href="/subscribers/import" class="button primary">
          Import a CSV file
        </a>
        <a href="/magnets/new" class="button">
          Create a magnet
        </a>
      </div>
    </Empty>
  );
}
