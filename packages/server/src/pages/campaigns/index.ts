import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showCampaign } from './detail.tsx';
import { saveCampaign, showEditor } from './edit.tsx';
import { addLeadByHand, moveOn, showLeads, stop, tryFailedAgain } from './leads.tsx';
import { listCampaignsPage } from './list.tsx';
import { makeCampaign, showNewCampaign } from './new.tsx';
import { showPlan } from './plan.tsx';
import { discard, duplicate, schedule, start, unschedule } from './start.ts';
import { checkStalled, resumeInboxOf } from './stalled.tsx';
import { clearSystemPause, markBouncesReviewed, pause, pauseInbox, resume } from './writes.ts';

export function campaignPages({ page, db, config }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/campaigns', page(listCampaignsPage));
  routes.get('/campaigns/plan', page(showPlan));
  routes.get('/campaigns/new', page(showNewCampaign));
  routes.post('/campaigns/new', page(makeCampaign));
  routes.get('/campaigns/:id', page(showCampaign));
  routes.get('/campaigns/:id/edit', page(showEditor));
  routes.post('/campaigns/:id/edit', page(saveCampaign(db, config)));
  routes.post('/campaigns/:id/start', page(start));
  routes.post('/campaigns/:id/schedule', page(schedule));
  routes.post('/campaigns/:id/unschedule', page(unschedule));
  routes.post('/campaigns/:id/duplicate', page(duplicate));
  routes.post('/campaigns/:id/delete', page(discard));
  routes.get('/campaigns/:id/leads', page(showLeads));
  routes.post('/campaigns/:id/leads', page(addLeadByHand));
  routes.post('/campaigns/:id/leads/retry', page(tryFailedAgain));
  routes.post('/campaigns/:id/leads/:lead/stop', page(stop));
  routes.post('/campaigns/:id/leads/:lead/move', page(moveOn));
  routes.post('/campaigns/:id/pause', page(pause));
  routes.post('/campaigns/:id/resume', page(resume));
  routes.post('/campaigns/:id/system-pause/bounces', page(markBouncesReviewed));
  routes.post('/campaigns/:id/system-pause/inboxes', page(pauseInbox));
  routes.post('/campaigns/:id/system-pause/inboxes/resume', page(resumeInboxOf));
  routes.post('/campaigns/:id/system-pause/check', page(checkStalled));
  routes.post('/campaigns/:id/system-pause/resume', page(clearSystemPause));
  return routes;
}
