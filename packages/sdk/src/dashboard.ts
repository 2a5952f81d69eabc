import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import { defined } from './error.ts';
import type { Dashboard } from './generated/records.ts';
import type { Query } from './operation.ts';
import type { CallOptions } from './options.ts';

/** Parameters of {@link DashboardCalls.dashboard}. */
export interface DashboardParams extends Query<'getDashboard'> {}

/** The dashboard. Its method is the client's own. */
export interface DashboardCalls {
  /**
   * The account's headline figures, funnel, series by day and top magnets, as the application's dashboard shows them.
   *
   * Scope: `analytics:read`.
   *
   * @param params Range, and whether archived magnets count; 30 days without them when left out.
   * @param options Options of this call.
   * @example
   * const { kpis, by_day } = await lodestone.dashboard({ range: '90d', scope: 'all' });
   */
  dashboard(params?: DashboardParams, options?: CallOptions): Call<Dashboard>;
}

export const dashboard = ({ read }: Connection): DashboardCalls => ({
  dashboard: (query, options) =>
    read(options, (api) => api.GET('/v1/dashboard', { params: { query: defined(query) } })),
});
