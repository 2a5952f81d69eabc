import { Router } from 'express';

import type { KnownCallers } from '../api/known-callers.ts';
import { activityPages } from './activity.tsx';
import { aiUsagePages } from './ai-usage.tsx';
import { assetRoutes } from './assets.ts';
import { campaignPages } from './campaigns/index.ts';
import { dashboardPages } from './dashboard/index.tsx';
import { readForm } from './form.ts';
import { pageHeaders } from './headers.ts';
import { inboxPages } from './inbox/index.ts';
import { magnetPages } from './magnets/index.ts';
import { outboxPages } from './outbox/index.ts';
import { ownerPages, type PagesParts, type Shell } from './page.ts';
import { preferencesPages } from './preferences/index.ts';
import { noSuchPage, showErrors } from './refusals.tsx';
import { settingsPages } from './settings/index.ts';
import { signInGuard } from './sign-in/guard.ts';
import { sessionReader } from './sign-in/session.ts';
import { signInPages } from './sign-in/index.ts';
import { sendingInboxPages } from './sending-inboxes/index.ts';
import { subscriberPages } from './subscribers/index.ts';
import { suppressionPages } from './suppressions/index.ts';

/** The application: the second face of the process. Takes what is left after the probes, the API and the docs. */
export function pages({
  callers,
  ...given
}: Omit<PagesParts, 'guard' | 'sessionOf'> & { callers: KnownCallers }): Router {
  const sessionOf = sessionReader({ ...given, callers });
  const parts: PagesParts = { ...given, guard: signInGuard(given.db), sessionOf };
  const routes = Router({ strict: true, caseSensitive: true });
  const shell: Shell = { ...parts, page: ownerPages(parts) };
  routes.use(assetRoutes());
  routes.use(pageHeaders);
  routes.use(readForm);
  routes.use(preferencesPages(shell));
  routes.use(signInPages(shell));
  routes.use(dashboardPages(shell));
  routes.use(magnetPages(shell));
  routes.use(subscriberPages(shell));
  routes.use(campaignPages(shell));
  routes.use(inboxPages(shell));
  routes.use(sendingInboxPages(shell));
  routes.use(outboxPages(shell));
  routes.use(suppressionPages(shell));
  routes.use(activityPages(shell));
  routes.use(aiUsagePages(shell));
  routes.use(settingsPages(shell));
  routes.use(noSuchPage(sessionOf));
  routes.use(showErrors(sessionOf, parts.log));
  return routes;
}
