import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showCampaign } from './detail.tsx';
import { listCampaignsPage } from './list.tsx';
import { clearSystemPause, markBouncesReviewed, pause, pauseInbox, resume } from './writes.ts';

export function campaignPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/campaigns', page(listCampaignsPage));
  routes.get('/campaigns/:id', page(showCampaign));
  routes.post('/campaigns/:id/pause', page(pause));
  routes.post('/campaigns/:id/resume', page(resume));
  routes.post('/campaigns/:id/system-pause/bounces', page(markBouncesReviewed));
  routes.post('/campaigns/:id/system-pause/inboxes', page(pauseInbox));
  routes.post('/campaigns/:id/system-pause/resume', page(clearSystemPause));
  return routes;
}
