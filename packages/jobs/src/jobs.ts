import { ageScoresJob } from './age-scores.ts';
import { countEventsJob } from './count-events.ts';
import { deliverMagnetsJob } from './deliver-magnets.ts';
import { checkDomainsJob } from './check-domains.ts';
import { classifyRepliesJob } from './classify-replies.ts';
import { foldFiguresJob } from './fold-figures.ts';
import type { Job } from './job.ts';
import { pruneJob } from './prune.ts';
import { sendPendingJob } from './send-pending.ts';
import { syncInboxJob } from './sync-inbox.ts';
import { warmUpJob } from './warm-up.ts';
import { watchDeliverabilityJob } from './watch-deliverability.ts';

/** Everything that runs by itself. */
export const JOBS: readonly Job[] = [
  sendPendingJob,
  deliverMagnetsJob,
  countEventsJob,
  syncInboxJob,
  classifyRepliesJob,
  watchDeliverabilityJob,
  checkDomainsJob,
  warmUpJob,
  ageScoresJob,
  foldFiguresJob,
  pruneJob,
];
