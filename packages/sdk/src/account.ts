import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import { defined } from './error.ts';
import type { EmailAccount, EmailAccountList, JobRun, JobRunList, Me, Usage } from './generated/records.ts';
import type { List } from './list.ts';
import type { Query } from './operation.ts';
import type { CallOptions } from './options.ts';

/** Parameters of {@link AccountCalls.usage}. */
export interface UsageParams extends Query<'getUsage'> {}

/** Parameters of {@link ActivityCalls.list}. */
export interface ActivityParams extends Query<'listActivity'> {}

/** The account itself. Its methods are the client's own. */
export interface AccountCalls {
  /**
   * The calling account, its headline totals, and the key that made the call. The cheapest call: use it to try a key.
   *
   * Scope: `account:read`.
   *
   * @param options Options of this call.
   * @example
   * const { account, totals } = await lodestone.me();
   */
  me(options?: CallOptions): Call<Me>;

  /**
   * AI spend and tokens within a range of days, in total, by model, by endpoint and by day.
   *
   * Scope: `account:read`.
   *
   * @param params The range; the last month when left out.
   * @param options Options of this call.
   * @example
   * const { totals } = await lodestone.usage({ range: '7d' });
   */
  usage(params?: UsageParams, options?: CallOptions): Call<Usage>;
}

/** Runs of the scheduled jobs. */
export interface ActivityCalls {
  /**
   * Runs of the scheduled jobs, latest first: which job ran, when, how long it took and what failed.
   *
   * Scope: `account:read`.
   *
   * @param params Filter and page.
   * @param options Options of this call.
   * @example
   * for await (const run of lodestone.activity.list({ job: 'send_pending' })) console.log(run.status, run.failures);
   */
  list(params?: ActivityParams, options?: CallOptions): List<JobRun, JobRunList>;
}

/** The sending inboxes. */
export interface EmailAccountCalls {
  /**
   * Every sending inbox with its deliverability, warmup and daily capacity, and a summary over all of them.
   *
   * Scope: `account:read`.
   *
   * @param options Options of this call.
   * @example
   * const { data, summary } = await lodestone.emailAccounts.list();
   */
  list(options?: CallOptions): List<EmailAccount, EmailAccountList>;
}

export const account = ({ read }: Connection): AccountCalls => ({
  me: (options) => read(options, (api) => api.GET('/v1/me')),
  usage: (query, options) =>
    read(options, (api) => api.GET('/v1/usage', { params: { query: defined(query) } })),
});

export const activity = ({ list }: Connection): ActivityCalls => ({
  list: (query, options) =>
    list(options, query, (api, query) => api.GET('/v1/activity', { params: { query } })),
});

export const emailAccounts = ({ list }: Connection): EmailAccountCalls => ({
  list: (options) => list(options, {}, (api) => api.GET('/v1/email-accounts')),
});
