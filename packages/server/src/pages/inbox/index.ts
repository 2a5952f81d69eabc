import { Router } from 'express';

import type { Shell } from '../page.ts';
import { saveIntent, showConversation } from './conversation.tsx';
import { showInbox } from './summary.tsx';

export function inboxPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/inbox', page(showInbox));
  routes.get('/inbox/:id', page(showConversation));
  routes.post('/inbox/:id/intent', page(saveIntent));
  return routes;
}
