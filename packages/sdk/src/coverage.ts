import type { Lodestone } from './lodestone.ts';
import type { Open } from './open.ts';
import type { OperationId, Success } from './operation.ts';

/** For every operation of the contract, a method that brings its answer. */
type Methods = { [Id in OperationId]: (...parameters: never[]) => PromiseLike<Open<Success<Id>>> };

type Complete<T extends Methods> = T;

/** The method of each operation. An operation that is not here, or brings something else, does not compile. */
export type MethodOf = Complete<{
  getMe: Lodestone['me'];
  getUsage: Lodestone['usage'];
  listActivity: Lodestone['activity']['list'];
  listEmailAccounts: Lodestone['emailAccounts']['list'];
  getDashboard: Lodestone['dashboard'];
  listMagnets: Lodestone['magnets']['list'];
  getMagnet: Lodestone['magnets']['get'];
  updateMagnet: Lodestone['magnets']['setStatus'];
  listSubscribers: Lodestone['subscribers']['list'];
  getSubscriber: Lodestone['subscribers']['get'];
  updateSubscriber: Lodestone['subscribers']['update'];
  unsubscribeSubscriber: Lodestone['subscribers']['unsubscribe'];
  listCampaigns: Lodestone['campaigns']['list'];
  getCampaignMetrics: Lodestone['campaigns']['metrics'];
  pauseCampaign: Lodestone['campaigns']['pause'];
  resumeCampaign: Lodestone['campaigns']['resume'];
  getUnibox: Lodestone['unibox']['summary'];
  getConversation: Lodestone['unibox']['conversation'];
  updateConversation: Lodestone['unibox']['setIntent'];
}>;
