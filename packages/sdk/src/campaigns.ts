import type { Call } from './call.ts';
import type { Connection } from './connection.ts';
import { defined } from './error.ts';
import type { Campaign, CampaignList, CampaignMetrics } from './generated/records.ts';
import type { List } from './list.ts';
import type { Input, Query } from './operation.ts';
import type { CallOptions } from './options.ts';

/** Parameters of {@link CampaignCalls.list}. */
export interface CampaignsParams extends Query<'listCampaigns'> {}

/** What may be said with {@link CampaignCalls.pause}. */
export interface PauseNote extends Input<'pauseCampaign'> {}

/** Outbound email campaigns. */
export interface CampaignCalls {
  /**
   * Campaigns with their settings and lead counts, newest first.
   *
   * Scope: `campaigns:read`.
   *
   * @param params Filter and page.
   * @param options Options of this call.
   * @example
   * const running = await lodestone.campaigns.list({ status: 'active' }).all();
   */
  list(params?: CampaignsParams, options?: CallOptions): List<Campaign, CampaignList>;

  /**
   * All figures of one campaign: funnel, sends, replies by intent, conversions, by day, and by step and variant.
   *
   * Scope: `campaigns:read`.
   *
   * @param id Identifier of the campaign, `cmp_…`.
   * @param options Options of this call.
   * @throws `not_found` when the account has no such campaign.
   * @example
   * const { reply_rate, steps } = await lodestone.campaigns.metrics(id);
   */
  metrics(id: string, options?: CallOptions): Call<CampaignMetrics>;

  /**
   * Pauses a running campaign. One that is paused already stays so, and that is no error.
   *
   * Scope: `campaigns:write`.
   *
   * @param id Identifier of the campaign, `cmp_…`.
   * @param note A reason for the pause, if there is one to tell.
   * @param options Options of this call.
   * @throws `invalid_state` when the campaign is not running.
   * @example
   * await lodestone.campaigns.pause(id, { reason: 'Bounces are rising' });
   */
  pause(id: string, note?: PauseNote, options?: CallOptions): Call<Campaign>;

  /**
   * Resumes a paused campaign. One that is running already goes on, and that is no error.
   *
   * Scope: `campaigns:write`.
   *
   * @param id Identifier of the campaign, `cmp_…`.
   * @param options Options of this call.
   * @throws `system_paused` when the system paused it for bounces or deliverability: that is put right in the application.
   * `invalid_state` when it is neither paused nor running.
   * @example
   * await lodestone.campaigns.resume(id, { signal });
   */
  resume(id: string, options?: CallOptions): Call<Campaign>;
}

export const campaigns = ({ read, write, list }: Connection): CampaignCalls => ({
  list: (query, options) =>
    list(options, query, (api, query) => api.GET('/v1/campaigns', { params: { query } })),
  metrics: (id, options) =>
    read(options, (api) => api.GET('/v1/campaigns/{id}/metrics', { params: { path: { id } } })),
  pause: (id, body, options) =>
    write(options, (api) =>
      api.POST('/v1/campaigns/{id}/pause', {
        params: { path: { id } },
        ...(body && { body: defined(body) }),
      }),
    ),
  resume: (id, options) =>
    write(options, (api) => api.POST('/v1/campaigns/{id}/resume', { params: { path: { id } } })),
});
