import type { Request } from 'express';

import { authenticateSession, type Db, type Session } from '@lodestone/core';

/** Name of the cookie that holds a session's secret, where there is no TLS. */
const SESSION_COOKIE = 'lodestone_session';

/**
 * Its name under TLS. Of a name that begins so, a browser takes only what this very host has set, so that another host of the
 * same domain can plant none.
 */
const HOST_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** Cookies of our name that are tried. A browser sends one, unless others were planted beside it. */
const MAX_TRIED = 4;

export function sessionCookieName({ secure }: Request): string {
  return secure ? HOST_SESSION_COOKIE : SESSION_COOKIE;
}

/** The session that one of the request's cookies opens, or null. */
export async function readSession(db: Db, request: Request): Promise<Session | null> {
  for (const token of sessionTokens(request)) {
    const session = await authenticateSession(db, token);
    if (session !== null) return session;
  }
  return null;
}

/** Secrets in the request's cookies that could be a session's, in the order in which they came. */
export function sessionTokens(request: Request): string[] {
  const name = sessionCookieName(request);
  const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim().split('=', 2)) ?? [];
  const tokens = pairs.flatMap(([given, value]) =>
    given === name && value !== undefined && /^[\w-]{43}$/.test(value) ? [value] : [],
  );
  return [...new Set(tokens)].slice(0, MAX_TRIED);
}
