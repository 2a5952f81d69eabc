export {
  type Every,
  type Job,
  JOB_NAMES,
  type JobContext,
  JobFailure,
  type JobName,
  type JobSettings,
} from './job.ts';
export { JOBS } from './jobs.ts';
export type { Run } from './runtime/recorder.ts';
export type { Turn } from './runtime/turn.ts';
export { type Jobs, type JobsOptions, startJobs } from './runtime/start.ts';
export { checkDomainOf } from './check-domains.ts';
