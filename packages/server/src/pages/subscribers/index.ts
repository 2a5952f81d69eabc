import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showSubscriber } from './detail.tsx';
import { listSubscribersPage } from './list.tsx';
import { confirmUnsubscribe, unsubscribeNow } from './unsubscribe.tsx';
import { saveSubscriber } from './writes.ts';

export function subscriberPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/subscribers', page(listSubscribersPage));
  routes.get('/subscribers/:id', page(showSubscriber));
  routes.post('/subscribers/:id', page(saveSubscriber));
  routes.get('/subscribers/:id/unsubscribe', page(confirmUnsubscribe));
  routes.post('/subscribers/:id/unsubscribe', page(unsubscribeNow));
  return routes;
}
