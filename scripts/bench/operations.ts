import {
  type Account,
  type Key,
  listActivity,
  listCampaigns,
  listEmailAccounts,
  listMagnets,
  listSubscribers,
  readCampaignMetrics,
  readConversation,
  readDashboard,
  readMagnet,
  readMe,
  readSubscriber,
  readUnibox,
  readUsage,
} from '@lodestone/core';

import type { Bench } from './databases.ts';

/** A GET of the contract as the bench asks it: with default parameters. */
export interface Read {
  id: string;
  path: string;
  /** As a router writes it. */
  route: string;
  run: (account: Account, key: Key | null) => Promise<unknown>;
}

/** A write of the contract as the bench asks for it: over and over, each time an answer of 200. */
export interface Write {
  id: string;
  method: 'POST' | 'PATCH';
  path: string;
  body?: string;
}

const patch = (id: string, path: string, body: object): Write => ({
  id,
  method: 'PATCH',
  path,
  body: JSON.stringify(body),
});

/** The six writes of the contract. */
export function writes({ magnet, subscriber, campaign, enrollment }: Bench): Write[] {
  return [
    patch('updateMagnet', `/v1/magnets/${magnet}`, { status: 'private' }),
    patch('updateSubscriber', `/v1/subscribers/${subscriber}`, { tags: ['bench', 'memory'] }),
    patch('updateConversation', `/v1/unibox/${enrollment}`, { reply_intent: 'interested' }),
    { id: 'pauseCampaign', method: 'POST', path: `/v1/campaigns/${campaign}/pause` },
    { id: 'resumeCampaign', method: 'POST', path: `/v1/campaigns/${campaign}/resume` },
    { id: 'unsubscribeSubscriber', method: 'POST', path: `/v1/subscribers/${subscriber}/unsubscribe` },
  ];
}

const PAGE = { limit: 50, offset: 0 };

/** The thirteen GETs of the contract. */
export function reads(bench: Bench): Read[] {
  const { magnet, subscriber, campaign, enrollment } = bench;
  const plain = (id: string, path: string, run: Read['run']): Read => ({ id, path, route: path, run });
  const one = (id: string, route: string, value: string, run: Read['run']): Read => ({
    id,
    path: route.replace(/:\w+/, value),
    route,
    run,
  });
  return [
    plain('getMe', '/v1/me', (account, key) => readMe(account, { key })),
    plain('getUsage', '/v1/usage', (account) => readUsage(account, { range: '1m' })),
    plain('listActivity', '/v1/activity', (account) => listActivity(account, PAGE)),
    plain('listEmailAccounts', '/v1/email-accounts', (account) => listEmailAccounts(account)),
    plain('getDashboard', '/v1/dashboard', (account) =>
      readDashboard(account, { range: '30d', scope: 'active' }),
    ),
    plain('listMagnets', '/v1/magnets', (account) => listMagnets(account, { ...PAGE, status: 'all' })),
    one('getMagnet', '/v1/magnets/:id', magnet, (account) => readMagnet(account, { id: magnet })),
    plain('listSubscribers', '/v1/subscribers', (account) =>
      listSubscribers(account, { ...PAGE, status: 'all', min_score: 0, order: 'score' }),
    ),
    one('getSubscriber', '/v1/subscribers/:id', subscriber, (account) =>
      readSubscriber(account, { id: subscriber }),
    ),
    plain('listCampaigns', '/v1/campaigns', (account) => listCampaigns(account, { ...PAGE, status: 'all' })),
    one('getCampaignMetrics', '/v1/campaigns/:id/metrics', campaign, (account) =>
      readCampaignMetrics(account, { id: campaign }),
    ),
    plain('getUnibox', '/v1/unibox', (account) => readUnibox(account)),
    one('getConversation', '/v1/unibox/:enrollmentId', enrollment, (account) =>
      readConversation(account, { id: enrollment }),
    ),
  ];
}
