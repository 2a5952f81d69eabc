import type { Request } from 'express';

import type { Db, Session } from '@lodestone/core';

import type { FairShare } from '../../api/fair-share.ts';
import type { KnownCallers } from '../../api/known-callers.ts';
import { readSession, sessionTokens } from '../../api/session.ts';

/** Whose session a request carries, or null. */
export type SessionOf = (request: Request) => Promise<Session | null>;

/**
 * Looks sessions up in turn, as the API does keys: by the account that the cookie last opened, and by address while nobody knows
 * it. A cookie is easily made up, and a flood of them waits for itself.
 */
export function sessionReader({
  db,
  share,
  callers,
}: {
  db: Db;
  share: FairShare;
  callers: KnownCallers;
}): SessionOf {
  return async (request) => {
    if (sessionTokens(request).length === 0) return null;
    const turn = callers.accountOf(request)?.account ?? request.ip ?? 'unknown';
    const session = await share.run(turn, () => readSession(db, request));
    if (session !== null) callers.remember(request, session.account_id);
    return session;
  };
}
