import type { Request } from 'express';

import { authenticateSession, type Db, type Session } from '@lodestone/core';

/** Name of the cookie that holds a session's secret. */
export const SESSION_COOKIE = 'lodestone_session';

/** The session that the request's cookie opens, or null. */
export async function readSession(db: Db, request: Request): Promise<Session | null> {
  const token = cookieOf(request);
  return token === undefined ? null : authenticateSession(db, token);
}

/** The secret in the request's cookie; undefined when there is none that could be one. */
export function cookieOf(request: Request): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === SESSION_COOKIE && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
