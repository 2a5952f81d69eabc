import { Router } from 'express';

import type { Shell } from '../page.ts';
import { connect, showConnect } from './connect.tsx';
import { showInbox } from './detail.tsx';
import { checkDomain } from './domain.tsx';
import { showInboxes } from './list.tsx';
import { confirmRemoving } from './remove.tsx';
import { lift } from './system-pause.tsx';
import { changeServers, changeStatus, remove, saveSettings, testConnection } from './writes.ts';

export function sendingInboxPages({ page, ...parts }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/sending-inboxes', page(showInboxes));
  routes.get('/sending-inboxes/connect', page(showConnect));
  routes.post('/sending-inboxes/connect', page(connect(parts)));
  routes.get('/sending-inboxes/:id', page(showInbox(parts)));
  routes.post('/sending-inboxes/:id', page(saveSettings(parts)));
  routes.post('/sending-inboxes/:id/servers', page(changeServers(parts)));
  routes.post('/sending-inboxes/:id/test', page(testConnection(parts)));
  routes.post('/sending-inboxes/:id/status', page(changeStatus));
  routes.post('/sending-inboxes/:id/domain', page(checkDomain(parts)));
  routes.post('/sending-inboxes/:id/lift', page(lift));
  routes.get('/sending-inboxes/:id/remove', page(confirmRemoving));
  routes.post('/sending-inboxes/:id/remove', page(remove));
  return routes;
}
