import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showMagnet } from './detail.tsx';
import { listMagnetsPage } from './list.tsx';
import { saveMagnet, saveStatus, sendTest } from './writes.tsx';

export function magnetPages({ page, config }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/magnets', page(listMagnetsPage));
  routes.get('/magnets/:id', page(showMagnet(config)));
  routes.post('/magnets/:id', page(saveMagnet(config)));
  routes.post('/magnets/:id/status', page(saveStatus(config)));
  routes.post('/magnets/:id/test', page(sendTest(config)));
  return routes;
}
