import {
  account,
  type AccountCalls,
  activity,
  type ActivityCalls,
  emailAccounts,
  type EmailAccountCalls,
} from './account.ts';
import { campaigns, type CampaignCalls } from './campaigns.ts';
import { connect } from './connection.ts';
import { dashboard, type DashboardCalls } from './dashboard.ts';
import { magnets, type MagnetCalls } from './magnets.ts';
import type { ClientOptions } from './options.ts';
import { request, type RequestCalls } from './request.ts';
import { subscribers, type SubscriberCalls } from './subscribers.ts';
import { unibox, type UniboxCalls } from './unibox.ts';

/** A client of one account. */
export interface Lodestone extends AccountCalls, DashboardCalls, RequestCalls {
  /** Runs of the scheduled jobs. */
  readonly activity: ActivityCalls;
  /** The sending inboxes. */
  readonly emailAccounts: EmailAccountCalls;
  /** Lead magnets. */
  readonly magnets: MagnetCalls;
  /** The audience. */
  readonly subscribers: SubscriberCalls;
  /** Outbound email campaigns. */
  readonly campaigns: CampaignCalls;
  /** The inbox of replies. */
  readonly unibox: UniboxCalls;
}

interface LodestoneConstructor {
  /**
   * Makes a client of one account.
   *
   * @param options The key, the address and how calls are made. Each can be given per call as well.
   * @throws `invalid_usage` without a key, with one in a browser, or when the base URL is no address.
   * @example
   * const lodestone = new Lodestone(); // LODESTONE_API_KEY, LODESTONE_BASE_URL
   * const me = await lodestone.me();
   */
  new (options?: ClientOptions): Lodestone;
}

export const Lodestone = function Lodestone(this: Lodestone, options: ClientOptions = {}) {
  const connection = connect(options);
  const methods: Lodestone = {
    ...account(connection),
    ...dashboard(connection),
    ...request(connection),
    activity: activity(connection),
    emailAccounts: emailAccounts(connection),
    magnets: magnets(connection),
    subscribers: subscribers(connection),
    campaigns: campaigns(connection),
    unibox: unibox(connection),
  };
  Object.assign(this, methods);
} as unknown as LodestoneConstructor;
