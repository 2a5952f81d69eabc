import { createHash } from 'node:crypto';

import type { Request } from 'express';

/** Most credentials that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 10_000;

/** Milliseconds after which a credential is looked up again, however its account stands. */
const REMEMBERED_FOR = 1_000;

export type KnownCallers = ReturnType<typeof knownCallers>;

/**
 * Remembers whose account a credential opened a moment ago. It lets nobody in: it tells whose share and whose quota a request
 * is of before the credential is looked up, so that an account that must wait costs the database nothing.
 */
export function knownCallers() {
  const accounts = new Map<string, { account: string; until: number }>();
  return {
    /** The account that the request's credential last opened; undefined when it is not known. */
    accountOf(request: Request): { account: string; recent: boolean } | undefined {
      const known = accounts.get(fingerprint(request));
      return known && { account: known.account, recent: performance.now() < known.until };
    },
    remember(request: Request, account: string): void {
      const key = fingerprint(request);
      accounts.delete(key);
      accounts.set(key, { account, until: performance.now() + REMEMBERED_FOR });
      if (accounts.size <= MAX_REMEMBERED) return;
      const [oldest = ''] = accounts.keys();
      accounts.delete(oldest);
    },
  };
}

/** Not the credential itself: what stays in memory for long may show up in a dump. */
function fingerprint({ headers }: Request): string {
  return createHash('sha256')
    .update(headers.authorization ?? `cookie ${headers.cookie ?? ''}`)
    .digest('base64');
}
