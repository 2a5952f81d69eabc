import type { CookieOptions, Request, Response } from 'express';

import { SESSION_DAYS } from '@lodestone/core';

import { sessionCookieName } from '../../api/session.ts';

// Lax, so that a link to the application from a mail or a chat opens it signed in. A change is held to the origin apart.
function options(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: request.secure, path: '/' };
}

/** Gives the browser the secret of its session, for as long as the session lasts. */
export function setSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(sessionCookieName(request), token, {
    ...options(request),
    maxAge: SESSION_DAYS * 86_400_000,
  });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(sessionCookieName(request), options(request));
}
