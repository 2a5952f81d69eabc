import { Router } from 'express';

import { type Account, listActivity } from '@lodestone/core';

import type { Answer } from './answer.ts';
import { Status } from './components/badge.tsx';
import { Card, Empty, PageTitle } from './components/card.tsx';
import { Input } from './components/field.tsx';
import { Pager } from './components/pager.tsx';
import { Table } from './components/table.tsx';
import { excerpt, Text } from './components/text.tsx';
import { CountCell, Moment } from './figure.tsx';
import { counted, duration, number } from './format.ts';
import type { Asked, Shell } from './page.ts';
import { addressOf, offsetOf, textOf } from './query.ts';

const LIMIT = 50;

/** Failures of a run on the page, and characters of each; the API lists a thousand in full. */
const MOST_FAILURES = 5;
const MOST_CHARACTERS = 160;

type Run = Awaited<ReturnType<typeof listActivity>>['data'][number];

export function activityPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/activity', page(showActivity));
  return routes;
}

async function showActivity(account: Account, { query }: Asked): Promise<Answer> {
  const job = excerpt(textOf(query, 'job'), 100);
  const offset = offsetOf(query);
  const { data, next_offset } = await listActivity(account, { job: job || undefined, limit: LIMIT, offset });
  return {
    title: 'Activity',
    section: 'activity',
    body: (
      <>
        <PageTitle>Activity</PageTitle>
        <form method="get" action="/activity" class="card">
          <div class="filters">
            <Input
              name="job"
              label="Job"
              type="search"
              value={job}
              hint="Its whole name, such as send_pending"
            />
            <div class="row">
              <button type="submit" class="primary">
                Show
              </button>
              {job !== '' && <a href="/activity">All jobs</a>}
            </div>
          </div>
        </form>
        <Card title="Runs of scheduled jobs" aside={<span class="small muted">Latest first</span>}>
          {data.length === 0 ? <None job={job} /> : <Runs runs={data} />}
          <Pager
            path="/activity"
            query={query}
            limit={LIMIT}
            offset={offset}
            shown={data.length}
            next_offset={next_offset}
          />
        </Card>
      </>
    ),
  };
}

function None({ job }: { job: string }) {
  return job === '' ? (
    <Empty title="No job has run yet">
      <p>
        Sending, syncing and scoring run on a schedule. Each run appears here, with whatever failed in it.
      </p>
    </Empty>
  ) : (
    <Empty title="No run of that job">
      <p>
        Names are matched exactly. <a href="/activity">Show all jobs</a>
      </p>
    </Empty>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <Table
      name="Runs of scheduled jobs"
      head={['Job', 'Status', 'Started', 'Took', '#Processed', '#Failed', 'What failed']}
    >
      {runs.map(({ id, job, status, started_at, duration_ms, processed, failed, failures }, index) => (
        <tr key={id}>
          <th scope="row">
            <a href={addressOf('/activity', { job })}>
              <Text most={100}>{job}</Text>
            </a>
          </th>
          <td>
            <Status>{status}</Status>
          </td>
          <td>
            <Moment value={started_at} />
          </td>
          <td class="nowrap" data-figure={`data.${index}.duration_ms`} data-value={String(duration_ms)}>
            {duration_ms === null ? 'still running' : duration(duration_ms)}
          </td>
          <CountCell at={`data.${index}.processed`} value={processed} />
          <CountCell at={`data.${index}.failed`} value={failed} />
          <td class="long">
            <Failures failures={failures} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Failures({ failures }: { failures: Run['failures'] }) {
  if (failures.length === 0) return <span class="muted">nothing</span>;
  return (
    <details>
      <summary>{counted(failures.length, 'failure')}</summary>
      <ul class="plain small stack tight">
        {failures.slice(0, MOST_FAILURES).map(({ item, reason }, index) => (
          <li key={index}>
            {item !== null && (
              <>
                <code>
                  <Text most={60}>{item}</Text>
                </code>{' '}
              </>
            )}
            <Text most={MOST_CHARACTERS}>{reason}</Text>
          </li>
        ))}
        {failures.length > MOST_FAILURES && (
          <li class="muted">and {number(failures.length - MOST_FAILURES)} more, which the API lists</li>
        )}
      </ul>
    </details>
  );
}
