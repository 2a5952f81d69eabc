import {
  type Campaign,
  type EmailAccount,
  type JobRun,
  type Lodestone,
  LodestoneError,
} from '@lodestone/sdk';

/** Something that is not as it should be. */
export interface Finding {
  what: 'deliverability' | 'job' | 'campaign';
  name: string;
  problem: string;
  id: string;
}

/** From where on something counts as wrong. */
export interface Limits {
  /** How far back failed jobs count. */
  hours: number;
  /** Highest bounce rate of a campaign, as a fraction. */
  maxBounceRate: number;
  /** Campaigns with fewer sends are not judged by their bounce rate. */
  minSent: number;
}

/** Inboxes that cannot send or should not. */
export async function troubledInboxes(lodestone: Lodestone): Promise<Finding[]> {
  const all = await lodestone.emailAccounts.list().all();
  return all.flatMap((inbox) =>
    problemsOf(inbox).map((problem) => ({
      what: 'deliverability' as const,
      name: inbox.address,
      problem,
      id: inbox.id,
    })),
  );
}

function problemsOf({
  status,
  system_pause,
  deliverability: { health, bounce_rate },
}: EmailAccount): string[] {
  return [
    ...(status === 'disconnected' ? ['disconnected'] : []),
    ...(system_pause ? [`paused by the system for ${system_pause.reason} since ${system_pause.at}`] : []),
    ...(health === 'poor'
      ? [`deliverability is poor${bounce_rate === null ? '' : `, ${percent(bounce_rate)} bounced`}`]
      : []),
  ];
}

/** Runs that failed, wholly or in part. They are listed latest first, so the reading ends with the first that is too old. */
export async function failedJobs(lodestone: Lodestone, { hours }: Pick<Limits, 'hours'>): Promise<Finding[]> {
  const since = Date.now() - hours * 3_600_000;
  const found: Finding[] = [];
  for await (const run of lodestone.activity.list({ limit: 200 })) {
    if (Date.parse(run.started_at) < since) break;
    if (run.status === 'failed' || run.status === 'partial') found.push(failedRun(run));
  }
  return found;
}

const failedRun = ({ id, job, status, started_at, failed, processed, failures }: JobRun): Finding => ({
  what: 'job',
  name: job,
  problem: `${status} at ${started_at}, ${failed} of ${processed} failed${failures[0] ? `: ${failures[0].reason}` : ''}`,
  id,
});

/** Campaigns that the system paused, and running ones that bounce too much. */
export async function troubledCampaigns(
  lodestone: Lodestone,
  limits: Pick<Limits, 'maxBounceRate' | 'minSent'>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const status of ['bounced', 'stalled'] as const) {
    for (const { id, name, pause } of await lodestone.campaigns.list({ status, limit: 200 }).all()) {
      found.push({
        what: 'campaign',
        name,
        problem: `${status}: ${pause?.reason ?? 'paused by the system'}`,
        id,
      });
    }
  }
  for (const one of await lodestone.campaigns.list({ status: 'active', limit: 200 }).all()) {
    found.push(...(await tooManyBounces(lodestone, one, limits)));
  }
  return found;
}

async function tooManyBounces(
  lodestone: Lodestone,
  { id, name }: Campaign,
  { maxBounceRate, minSent }: Pick<Limits, 'maxBounceRate' | 'minSent'>,
): Promise<Finding[]> {
  const metrics = await lodestone.campaigns.metrics(id).catch((error: unknown) => {
    // Deleted since it was listed.
    if (LodestoneError.is(error, 'not_found')) return undefined;
    throw error;
  });
  const { bounce_rate = null, sent = 0, bounced = 0 } = metrics?.sends ?? {};
  if (bounce_rate === null || bounce_rate <= maxBounceRate || sent + bounced < minSent) return [];
  return [
    {
      what: 'campaign',
      name,
      problem: `${percent(bounce_rate)} bounced, more than ${percent(maxBounceRate)}`,
      id,
    },
  ];
}

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;
