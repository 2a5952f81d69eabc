import { Router } from 'express';

import type { Shell } from '../page.ts';
import { answer, convert, saveDone, saveIntent, showConversation } from './conversation.tsx';
import { showInbox } from './summary.tsx';
import { showUnmatched, showUnmatchedEmail } from './unmatched.tsx';

export function inboxPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/inbox', page(showInbox));
  routes.get('/inbox/unmatched', page(showUnmatched));
  routes.get('/inbox/unmatched/:id', page(showUnmatchedEmail));
  routes.get('/inbox/:id', page(showConversation, { notes: true }));
  routes.post('/inbox/:id/intent', page(saveIntent));
  routes.post('/inbox/:id/done', page(saveDone));
  routes.post('/inbox/:id/answer', page(answer));
  routes.post('/inbox/:id/conversion', page(convert));
  return routes;
}
