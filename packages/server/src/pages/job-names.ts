import { JOB_NAMES, type JobName } from '@lodestone/jobs/job.js';

import { inWords } from './components/badge.tsx';

/** What each job does, as an owner says it. Complete by type. */
const NAMES: Record<JobName, string> = {
  deliver_magnets: 'Deliver magnets',
  send_pending: 'Send campaign emails',
  sync_inbox: 'Read inboxes',
  classify_replies: 'Classify replies',
  count_events: 'Count opens and clicks',
  watch_deliverability: 'Watch bounce rates',
  check_domains: 'Check domains',
  warm_up: 'Warm up inboxes',
  age_scores: 'Update lead scores',
  fold_figures: 'Condense figures',
  prune: 'Delete expired data',
};

/** A job in words; one of an older version, or of somebody's own, by its name. */
export function jobInWords(job: string): string {
  const known = JOB_NAMES.find((name) => name === job);
  return known === undefined ? inWords(job) : NAMES[known];
}
