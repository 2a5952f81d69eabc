import { Router } from 'express';

import type { Shell } from '../page.ts';
import { changeMany } from './bulk.tsx';
import { showSubscriber } from './detail.tsx';
import { exportSubscribersFile } from './export.ts';
import { importPages } from './import/index.ts';
import { listSubscribersPage } from './list.tsx';
import { confirmErasure, downloadPerson, eraseNow } from './privacy.tsx';
import { confirmUnsubscribe, unsubscribeNow } from './unsubscribe.tsx';
import { deleteFilterNow, saveFilterNow, saveSubscriber } from './writes.ts';

export function subscriberPages(shell: Shell): Router {
  const { page } = shell;
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/subscribers', page(listSubscribersPage));
  routes.post('/subscribers/bulk', page(changeMany));
  routes.post('/subscribers/filters', page(saveFilterNow));
  routes.post('/subscribers/filters/:id/delete', page(deleteFilterNow));
  routes.get('/subscribers/export', page(exportSubscribersFile));
  routes.use(importPages(shell));
  routes.get('/subscribers/:id', page(showSubscriber));
  routes.post('/subscribers/:id', page(saveSubscriber));
  routes.get('/subscribers/:id/unsubscribe', page(confirmUnsubscribe));
  routes.post('/subscribers/:id/unsubscribe', page(unsubscribeNow));
  routes.get('/subscribers/:id/export', page(downloadPerson));
  routes.get('/subscribers/:id/erase', page(confirmErasure));
  routes.post('/subscribers/:id/erase', page(eraseNow));
  return routes;
}
