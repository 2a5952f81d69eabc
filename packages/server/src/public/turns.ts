import type { Request, Response } from 'express';

import { fairShare } from '../api/fair-share.ts';
import { networkOf } from './network.ts';

/**
 * A crowd that asks at once waits here, and not in the queue for the database's connections, which gives up sooner. Nobody waits
 * for longer than their connection is held open.
 */
const CROWD = { slots: 4, perAccount: 3, waiting: 2_000, longestWait: 8_000 };

/** Does some work at the database for a request once it is its turn. */
export type Turn = <Result>(
  request: Request,
  response: Response,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Whoever asks for an account's pages waits for others who do, and for nobody else. Names and tokens can be made up, another
 * for each request, so what is asked by them waits with all else that comes from the same network.
 */
export function turns(): Turn {
  const share = fairShare(CROWD);
  /** Accounts that have answered. */
  const known = new Set<string>();
  return async (request, response, work) => {
    const name = String(request.params['account'] ?? '');
    const result = await share.run(known.has(name) ? name : `network ${networkOf(request)}`, work);
    if (name !== '' && response.statusCode !== 404) known.add(name);
    return result;
  };
}
