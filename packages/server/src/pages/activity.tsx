import { Router } from 'express';

import { type Account, listActivity, RUN_STATUSES } from '@lodestone/core';
import { JOB_NAMES } from '@lodestone/jobs/job.js';

import type { Answer } from './answer.ts';
import { inWords, Status } from './components/badge.tsx';
import { Card, Empty, PageTitle } from './components/card.tsx';
import { Pager } from './components/pager.tsx';
import { Table } from './components/table.tsx';
import { Tabs } from './components/tabs.tsx';
import { Address, excerpt, Text } from './components/text.tsx';
import { CountCell, Moment } from './figure.tsx';
import { counted, duration, number } from './format.ts';
import { jobInWords } from './job-names.ts';
import type { Asked, Shell } from './page.ts';
import { addressOf, choiceOf, offsetOf, textOf } from './query.ts';

const LIMIT = 50;

/** Failures of a run on the page, and characters of each; the API lists a thousand in full. */
const MAX_FAILURES = 5;
const MAX_CHARACTERS = 160;

/** All jobs, as a list of their names in words is ordered. */
const JOBS: readonly string[] = JOB_NAMES.toSorted((a, b) =>
  jobInWords(a).localeCompare(jobInWords(b), 'en'),
);

type Run = Awaited<ReturnType<typeof listActivity>>['data'][number];

export function activityPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/activity', page(showActivity));
  return routes;
}

async function showActivity(account: Account, { query }: Asked): Promise<Answer> {
  const job = excerpt(textOf(query, 'job'), 100);
  const status = choiceOf(query, 'status', ['', ...RUN_STATUSES]);
  const offset = offsetOf(query);
  const filter = { job: job || undefined, status: status || undefined };
  const { data, next_offset } = await listActivity(account, { ...filter, limit: LIMIT, offset });
  return {
    title: 'Activity',
    section: 'activity',
    body: (
      <>
        <PageTitle actions={<JobForm job={job} status={status} />}>Activity</PageTitle>
        <Tabs
          name="Status"
          current={status}
          tabs={['', ...RUN_STATUSES].map((value) => ({
            value,
            label: value === '' ? 'All' : inWords(value),
            path: addressOf('/activity', { job, status: value }),
          }))}
        />
        <Card title="Runs of scheduled jobs" aside={<span class="small muted">Latest first</span>}>
          {data.length === 0 ? <None filtered={job !== '' || status !== ''} /> : <Runs runs={data} />}
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

function JobForm({ job, status }: { job: string; status: string }) {
  const offered = job === '' || JOBS.includes(job) ? JOBS : [job, ...JOBS];
  return (
    <form method="get" action="/activity" class="row">
      <select name="job" aria-label="Job">
        <option value="">All jobs</option>
        {offered.map((name) => (
          <option key={name} value={name} selected={name === job}>
            {jobInWords(name)}
          </option>
        ))}
      </select>
      {status !== '' && <input type="hidden" name="status" value={status} />}
      <button type="submit">Apply</button>
    </form>
  );
}

function None({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty title="No matching runs">
      <p>
        <a href="/activity">Show all runs</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No jobs have run yet">
      <p>Sending, syncing and scoring run on a schedule. Each run appears here, with anything that failed.</p>
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
              <Text most={100}>{jobInWords(job)}</Text>
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
  if (failures.length === 0) return <span class="muted">—</span>;
  return (
    <details open={failures.length === 1}>
      <summary>{counted(failures.length, 'failure')}</summary>
      <ul class="plain small stack tight">
        {failures.slice(0, MAX_FAILURES).map(({ item, reason }, index) => (
          <li key={index}>
            {item !== null && (
              <>
                <code>
                  <Address>{item}</Address>
                </code>{' '}
              </>
            )}
            <Text most={MAX_CHARACTERS}>{reason}</Text>
          </li>
        ))}
        {failures.length > MAX_FAILURES && (
          <li class="muted">and {number(failures.length - MAX_FAILURES)} more, which the API lists</li>
        )}
      </ul>
    </details>
  );
}
