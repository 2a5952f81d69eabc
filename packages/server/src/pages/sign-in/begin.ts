import type { Request, Response } from 'express';

import { type Db, signOut } from '@lodestone/core';

import { sessionTokens } from '../../api/session.ts';
import { goTo } from '../answer.ts';
import type { Flash } from '../flash.ts';
import { send } from '../send.ts';
import { setSessionCookie } from './cookie.ts';

/** Signs a browser in with the secret of a session, and goes on. */
export type Begin = (
  request: Request,
  response: Response,
  token: string,
  next: { path: string; flash?: Flash },
) => Promise<void>;

/** A new session under a new id; the one that the browser had ends here. */
export function beginner(db: Db): Begin {
  return async (request, response, token, { path, flash }) => {
    for (const former of sessionTokens(request)) await signOut(db, former);
    setSessionCookie(request, response, token);
    await send(request, response, null, goTo(path, flash));
  };
}
