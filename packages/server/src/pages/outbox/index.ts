import { Router } from 'express';

import type { Shell } from '../page.ts';
import { showOutboxMail, showOutboxMailHtml } from './detail.tsx';
import { listOutboxPage } from './list.tsx';

/** Emails that left no further than this installation. */
export function outboxPages({ page }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/outbox', page(listOutboxPage));
  routes.get('/outbox/:id', page(showOutboxMail));
  routes.get('/outbox/:id/html', page(showOutboxMailHtml));
  return routes;
}
