import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

import type { Db } from '@lodestone/core';

import { readForm } from '../pages/form.ts';
import { showCapture, showEmbed, takeRequest } from './capture.ts';
import { confirmation } from './confirm.tsx';
import { download } from './download.tsx';
import { showPublicErrors } from './errors.tsx';
import { PUBLIC_FOLDERS } from './folders.ts';
import type { PublicHandler } from './handler.ts';
import { logo } from './logo.ts';
import { sendNotFound } from './not-found.tsx';
import { turns } from './turns.ts';
import { readOneClick, unsubscribeLink } from './unsubscribe.tsx';
import { link, pixel, type Visits } from './visits.ts';

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
  const turn = turns();
  const inTurn =
    (handler: PublicHandler): RequestHandler =>
    (request, response) =>
      turn(request, response, () => handler(request, response));
  routes.get('/p/:account/:magnet', inTurn(showCapture({ db, baseUrl })));
  routes.get('/p/:account/:magnet/embed.js', inTurn(showEmbed({ db, baseUrl })));
  routes.post('/p/:account/:magnet', readForm, inTurn(takeRequest({ db, baseUrl })));
  routes.get('/b/:token', inTurn(logo(db)));
  routes.get('/c/:token', inTurn(confirmation(db)));
  routes.post('/c/:token', readForm, inTurn(confirmation(db)));
  routes.get('/d/:token', download(db, visits, turn));
  routes.get('/l/:link', link(visits));
  routes.get('/o/:file', pixel(visits));
  routes.get('/u/:token', inTurn(unsubscribeLink(db)));
  routes.post('/u/:token', readForm, readOneClick, inTurn(unsubscribeLink(db)));
  routes.use(
    PUBLIC_FOLDERS.map((folder) => `/${folder}`),
    (_request, response) => sendNotFound(response),
  );
  routes.use(showPublicErrors(log));
  return routes;
}
