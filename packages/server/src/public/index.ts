import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

import type { Db } from '@lodestone/core';

import { fairShare } from '../api/fair-share.ts';
import { readForm } from '../pages/form.ts';
import { showCapture, showEmbed, takeRequest } from './capture.ts';
import { confirmation } from './confirm.tsx';
import { download } from './download.tsx';
import { showPublicErrors } from './errors.tsx';
import { PUBLIC_FOLDERS } from './folders.ts';
import type { PublicHandler } from './handler.ts';
import { logo } from './logo.ts';
import { sendNotFound } from './not-found.tsx';
import { readOneClick, unsubscribeLink } from './unsubscribe.tsx';
import { link, pixel, type Visits } from './visits.ts';

/**
 * A crowd that asks at once waits here, and not in the queue for the database's connections, which gives up sooner. Nobody waits
 * for longer than their connection is held open.
 */
const CROWD = { slots: 4, perAccount: 3, waiting: 2_000, longestWait: 8_000 };

interface PublicParts {
  db: Db;
  /** The base of every link, without a slash at its end. */
  baseUrl: string;
  /** Writes opens and clicks down. */
  visits: Visits;
  log: Logger;
}

/**
 * The pages and addresses for everybody: where a magnet is asked for, what the links in emails lead to. They read no cookie, and
 * whatever leads nowhere is answered the same to the byte.
 */
export function publicRoutes({ db, baseUrl, visits, log }: PublicParts): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  const share = fairShare(CROWD);
  /** Gives a request its turn at the database. */
  const inTurn =
    (handler: PublicHandler): RequestHandler =>
    (request, response) =>
      share.run(String(request.params['account'] ?? 'confirmations'), () => handler(request, response));
  routes.get('/p/:account/:magnet', inTurn(showCapture({ db, baseUrl })));
  routes.get('/p/:account/:magnet/embed.js', inTurn(showEmbed({ db, baseUrl })));
  routes.post('/p/:account/:magnet', readForm, inTurn(takeRequest({ db, baseUrl })));
  routes.get('/b/:token', inTurn(logo(db)));
  routes.get('/c/:token', inTurn(confirmation(db)));
  routes.post('/c/:token', readForm, inTurn(confirmation(db)));
  routes.get('/d/:token', download(db, visits));
  routes.get('/l/:link', link(visits));
  routes.get('/o/:file', pixel(visits));
  routes.get('/u/:token', unsubscribeLink(db));
  routes.post('/u/:token', readForm, readOneClick, unsubscribeLink(db));
  routes.use(
    PUBLIC_FOLDERS.map((folder) => `/${folder}`),
    (_request, response) => sendNotFound(response),
  );
  routes.use(showPublicErrors(log));
  return routes;
}
