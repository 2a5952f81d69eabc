import type { Kysely } from 'kysely';

import { runStatements } from '../statements.ts';

/** Which process does which job, and which process does a run: see jobs/workers.ts and jobs/runs.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, jobs);
}

const jobs = `
create table job_workers (
  id uuid primary key,
  started_at timestamptz(3) not null default now(),
  -- Past this moment the process counts as gone, and others take over what it did.
  alive_until timestamptz(3) not null
);

create table job_leases (
  job text primary key check (length(job) between 1 and 100),
  worker_id uuid not null references job_workers on delete cascade
);

create index job_leases_by_worker on job_leases (worker_id);

-- Names no row for certain: a run outlives its worker.
alter table job_runs add column worker_id uuid;

create index job_runs_under_way on job_runs (account_id, worker_id) where status = 'running';
`;
