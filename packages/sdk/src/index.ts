export type {
  ActivityCalls,
  ActivityParams,
  AccountCalls,
  EmailAccountCalls,
  UsageParams,
} from './account.ts';
export type { Answer } from './answer.ts';
export type { Call } from './call.ts';
export type { CampaignCalls, CampaignsParams, PauseNote } from './campaigns.ts';
export type { DashboardCalls, DashboardParams } from './dashboard.ts';
export {
  type ClientErrorCode,
  type ErrorFacts,
  LodestoneError,
  type LodestoneErrorCode,
  type Received,
} from './error.ts';
export type { List, Page } from './list.ts';
export { Lodestone } from './lodestone.ts';
export type { MagnetCalls, MagnetsParams } from './magnets.ts';
export type { CallOptions, ClientOptions, Logger, LogLevel, Retry } from './options.ts';
export type { RateLimit } from './response.ts';
export type { AnyCall, Given, RequestCalls } from './request.ts';
export type { SubscriberCalls, SubscriberChanges, SubscribersParams } from './subscribers.ts';
export type { UniboxCalls } from './unibox.ts';
export type * from './generated/records.ts';
