export { type Job, JOB_NAMES, type JobContext, JobFailure, type JobSettings } from './job.ts';
export { JOBS } from './jobs.ts';
export type { Turn } from './runtime/turn.ts';
export { type Jobs, type JobsOptions, startJobs } from './runtime/start.ts';
