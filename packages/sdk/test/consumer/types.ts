// Compiled, never run: what a program written against the SDK may say, and what it may not.
import {
  type Campaign,
  type ClientOptions,
  type JobRun,
  Lodestone,
  LodestoneError,
  type LodestoneErrorCode,
  type Me,
  type Scope,
  type Subscriber,
  type SubscriberList,
  type Temperature,
} from '@lodestone/sdk';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const options: ClientOptions = { apiKey: async () => 'key', retries: 0, logger: console, logLevel: 'debug' };
const lodestone = new Lodestone(options);
const { signal } = new AbortController();

export async function reads(): Promise<void> {
  const me: Me = await lodestone.me({ timeoutMs: 5_000, signal, headers: { 'x-run': '7' } });
  // @ts-expect-error a session has no key
  void me.api_key.name;
  const promise: Promise<Me> = lodestone.me();
  await Promise.all([promise, lodestone.unibox.summary()]);

  await lodestone.usage({ range: '7d' });
  // @ts-expect-error a range of the dashboard's, not of usage
  await lodestone.usage({ range: '30d' });
  await lodestone.dashboard({ range: '30d', scope: 'all' }, { retries: 1 });
  // @ts-expect-error a range of usage's, not of the dashboard
  await lodestone.dashboard({ range: '1m' });
  // @ts-expect-error there is no such option
  await lodestone.me({ timeout: 5 });
  // @ts-expect-error ids are strings
  await lodestone.magnets.get(5);
  // @ts-expect-error an id is needed
  await lodestone.campaigns.metrics();
  // @ts-expect-error there is no such method
  lodestone.campaigns.remove('cmp_1');
  // @ts-expect-error the client keeps its key to itself
  void lodestone.apiKey;
  // @ts-expect-error there is no such option
  void new Lodestone({ key: 'lodestone_live_' });
}

export async function lists(): Promise<void> {
  for await (const lead of lodestone.subscribers.list({ temperature: 'hot', limit: 200 })) {
    same<typeof lead, Subscriber>(true);
    const score: number = lead.lead_score;
    const name: string | null = lead.first_name;
    const requests: number = lead.engagement.requests;
    console.log(score, name, requests, lead.tags.includes('vip'));
    // @ts-expect-error the field may be null
    void lead.first_name.length;
    // @ts-expect-error there is no such field
    void lead.score;
  }
  const page = await lodestone.subscribers.list({ tag: undefined }, { signal });
  same<typeof page, SubscriberList>(true);
  const total: number = page.total_matching;
  const next: number | null = page.next_offset;
  for await (const { total_matching, data } of lodestone.subscribers.list().pages())
    console.log(total_matching, data[0]);
  const campaigns: Campaign[] = await lodestone.campaigns.list({ status: 'active' }).all({ max: 500 });
  const runs: JobRun[] = await lodestone.activity.list({ job: 'send_pending' }).all();
  const { summary } = await lodestone.emailAccounts.list();
  console.log(total, next, campaigns, runs, summary.total_daily_capacity);

  // @ts-expect-error no such temperature
  lodestone.subscribers.list({ temperature: 'tepid' });
  // @ts-expect-error a limit is a number
  lodestone.subscribers.list({ limit: '200' });
  // @ts-expect-error no such filter
  lodestone.subscribers.list({ country: 'IN' });
  // @ts-expect-error options come after the parameters
  lodestone.subscribers.list({ signal });
  // @ts-expect-error only the subscriber list counts what matches
  void (await lodestone.magnets.list()).total_matching;
}

export async function writes(): Promise<void> {
  const { data, requestId, rateLimit } = await lodestone.subscribers.unsubscribe('sub_1').withResponse();
  const changed: boolean = data.changed;
  const id: string | undefined = requestId;
  const left: number | undefined = rateLimit?.remaining;
  console.log(changed, id, left);
  await lodestone.subscribers.update('sub_1', { tags: ['vip'], first_name: undefined });
  await lodestone.magnets.setStatus('mag_1', 'public');
  await lodestone.campaigns.pause('cmp_1');
  await lodestone.campaigns.pause('cmp_1', { reason: 'Bounces' }, { signal });
  await lodestone.campaigns.resume('cmp_1', { signal });
  await lodestone.unibox.setIntent('enr_1', 'meeting_booked');

  // @ts-expect-error an email cannot be edited
  await lodestone.subscribers.update('sub_1', { email: 'a@b.example' });
  // @ts-expect-error tags are a list
  await lodestone.subscribers.update('sub_1', { tags: 'vip' });
  // @ts-expect-error no such status
  await lodestone.magnets.setStatus('mag_1', 'published');
  // @ts-expect-error a filter's value, but no status
  await lodestone.magnets.setStatus('mag_1', 'all');
  // @ts-expect-error no such intent
  await lodestone.unibox.setIntent('enr_1', 'maybe');
  // @ts-expect-error a reason is given by name
  await lodestone.campaigns.pause('cmp_1', 'Bounces');
}

/** A value that the service adds later is no type error today, and the listed ones are still told apart. */
export function openEnums(lead: Subscriber, campaign: Campaign): string {
  lead.temperature = 'scorching';
  const word: string = lead.temperature;
  // @ts-expect-error it may be a value that is not listed
  const known: Temperature = lead.temperature;
  switch (campaign.status) {
    case 'active':
      return 'running';
    default:
      return `${word} ${known} ${campaign.status}`;
  }
}

export function errors(error: unknown): void {
  // @ts-expect-error nothing is known yet
  void error.code;
  if (LodestoneError.is(error)) {
    const status: number | undefined = error.status;
    console.log(status, error.requestId, error.rateLimit?.resetMs, error.message);
    // @ts-expect-error only insufficient_scope has one
    void error.requiredScope;
    if (error.code === 'insufficient_scope') {
      const scope: Scope | (string & {}) = error.requiredScope;
      console.log(scope);
      // @ts-expect-error of another code
      void error.retryAfterMs;
    }
    switch (error.code) {
      case 'rate_limited':
      case 'internal_error': {
        const wait: number | undefined = error.retryAfterMs;
        console.log(wait);
        break;
      }
      case 'invalid_parameter':
        console.log(error.param?.toUpperCase());
        break;
      case 'unexpected_response':
        console.log(error.received === 'html', error.body);
        break;
      case 'timeout':
      case 'aborted':
      case 'connection_failed':
        console.log(error.cause, error.attempts);
        break;
      default: {
        const code: LodestoneErrorCode = error.code;
        console.log(code);
      }
    }
  }
  if (LodestoneError.is(error, 'system_paused', 'invalid_state')) {
    same<typeof error.code, 'system_paused' | 'invalid_state'>(true);
    // @ts-expect-error of another code
    void error.param;
  }
  if (error instanceof LodestoneError && error.code === 'rate_limited') console.log(error.retryAfterMs);
  // @ts-expect-error no such code
  LodestoneError.is(error, 'sytem_paused');
  throw new LodestoneError('system_paused', 'Paused for bounces.', { status: 409 });
}
