import { Router } from 'express';

import { goTo } from '../answer.ts';
import type { Shell } from '../page.ts';
import { changePassword, endOne, endOthers, showAccount } from './account.tsx';
import { confirmRevoking, makeKey, revoke, showKeys } from './developers.tsx';

export function settingsPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get(
    '/settings',
    page(async () => goTo('/settings/developers')),
  );
  routes.get('/settings/developers', page(showKeys));
  // Reloading the page that showed a new key ends up here.
  routes.get(
    '/settings/developers/keys',
    page(async () => goTo('/settings/developers')),
  );
  routes.post('/settings/developers/keys', page(makeKey));
  routes.get('/settings/developers/keys/:id/revoke', page(confirmRevoking));
  routes.post('/settings/developers/keys/:id/revoke', page(revoke));
  routes.get('/settings/account', page(showAccount));
  routes.post('/settings/account/password', page(changePassword));
  routes.post('/settings/account/sessions/end-others', page(endOthers));
  routes.post('/settings/account/sessions/:id/end', page(endOne));
  return routes;
}
