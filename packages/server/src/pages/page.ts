import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

import { type Account, type Db, forAccount, type Session } from '@lodestone/core';

import { readSession } from '../api/session.ts';
import { isSameOrigin } from '../api/same-origin.ts';
import type { Config } from '../config.ts';
import type { Answer } from './answer.ts';
import { formOf, queryOf } from './form.ts';
import { ForeignOrigin } from './refusals.tsx';
import { send } from './send.tsx';

/** What a page knows of its request. Texts in it can be stored as they are; nothing else about them is checked. */
export interface Asked {
  /** Parts of the path, such as `id`. */
  params: Record<string, string>;
  query: URLSearchParams;
  form: URLSearchParams;
  /** Who is signed in. Ids are UUIDs. */
  session: Session;
  /** Scheme and host under which the browser sees us, such as `http://localhost:4400`. */
  origin: string;
}

export type PageHandler = (account: Account, asked: Asked) => Promise<Answer>;

/** Makes a route of a page for signed-in owners. Whoever is not signed in is asked to, and comes back here. */
export type OwnerPage = (handler: PageHandler) => RequestHandler;

export interface PagesParts {
  db: Db;
  clock: () => Date;
  config: Config;
  log: Logger;
}

/** What the routes of a section are made with. */
export interface Shell extends PagesParts {
  page: OwnerPage;
}

/**
 * Binds pages to the database. A change must come from a page of ours, and is refused otherwise.
 * @example routes.get('/magnets', page(async (account, { query }) => ({ title: 'Magnets', section: 'magnets', body: … })))
 */
export function ownerPages({ db, clock }: { db: Db; clock: () => Date }): OwnerPage {
  return (handler) => async (request, response) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const session = await readSession(db, request);
    if (session === null) {
      const back =
        reads && request.originalUrl !== '/' ? `?${new URLSearchParams({ next: request.originalUrl })}` : '';
      response.redirect(303, `/sign-in${back}`);
      return;
    }
    if (!reads && !isSameOrigin(request)) throw new ForeignOrigin();
    const account = forAccount(db, session.account_id, { kind: 'user', id: session.user_id }, clock);
    const answer = await handler(account, {
      params: paramsOf(request),
      query: queryOf(request),
      form: formOf(request),
      session,
      origin: originOf(request),
    });
    await send(request, response, session, answer);
  };
}

/** Scheme and host under which the browser sees us. */
export function originOf(request: Request): string {
  return `${request.protocol}://${request.host}`;
}

function paramsOf(request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
