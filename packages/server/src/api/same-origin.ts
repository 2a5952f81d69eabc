import type { Request } from 'express';

import { ApiError } from './errors.ts';

/**
 * Refuses a change that a browser's session did not ask for itself: one that another site's page sends carries the cookie
 * too. Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`; one that says neither is refused.
 * @throws ApiError `unauthorized`
 */
export function refuseOtherOrigins(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD' || isSameOrigin(request)) return;
  throw new ApiError(
    'unauthorized',
    "A change made with a session must come from the application's own origin. From elsewhere, use an API key.",
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

/** Whether a page of this very server sent the request. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  // The scheme is left out: behind a proxy that is not configured as trusted it cannot be known.
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
}
