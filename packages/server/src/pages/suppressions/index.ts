import { Router } from 'express';

import type { Shell } from '../page.ts';
import { liftNow, listSuppressionsPage, suppressNow } from './list.tsx';

/** Addresses that nothing is sent to, apart from those who opted out. */
export function suppressionPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/suppressions', page(listSuppressionsPage));
  routes.post('/suppressions', page(suppressNow));
  routes.post('/suppressions/:id/lift', page(liftNow));
  return routes;
}
