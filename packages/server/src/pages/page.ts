import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

import { type Account, type Db, forAccount, type Session } from '@lodestone/core';

import type { FairShare, Without } from '../api/fair-share.ts';
import { isSameOrigin } from '../api/same-origin.ts';
import type { Config } from '../config.ts';
import type { Answer } from './answer.ts';
import { formOf, queryOf } from './form.ts';
import { takeOnce } from './once.ts';
import { outside } from './outside.ts';
import { ForeignOrigin, OnlyAnOwner } from './refusals.tsx';
import { mayUse } from './roles.ts';
import { send } from './send.ts';
import type { Guard } from './sign-in/guard.ts';
import type { SessionOf } from './sign-in/session.ts';
import { lateForm, signedOutPage } from './sign-in/signed-out.tsx';
import { uploads } from './uploads.ts';

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
  /** What the change before this page left to be shown once. */
  once: string | null;
  /** Whether emails that no inbox sends leave, too; else they are kept in the outbox. */
  sendsItself: boolean;
  /** The base of every link that leaves this page, in emails and on others' sites. */
  baseUrl: string;
  /** Waits for a server of others: a few times a minute, and without a turn at the database. @throws ApiError `rate_limited` */
  outside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The request itself, for a page that reads its body as it comes. */
  request: Request;
}

/** Milliseconds that one request works on what takes long; the page goes on with the rest. */
export const WORKS_FOR = 3_000;

export type PageHandler = (account: Account, asked: Asked) => Promise<Answer>;

/**
 * Makes a route of a page for signed-in owners. Whoever is not signed in is asked to, and comes back here; a form keeps what was typed.
 * @param options.upload a file comes with it, for as long as that takes: it waits for other uploads alone, and they for it
 * @param options.notes opening it leaves a note of that, which a replica could not take
 */
type OwnerPage = (handler: PageHandler, options?: { upload?: boolean; notes?: boolean }) => RequestHandler;

export interface PagesParts {
  db: Db;
  clock: () => Date;
  /** Whose turn it is at the database. */
  share: FairShare;
  config: Config;
  log: Logger;
  /** Callers who gave too many wrong passwords or codes. */
  guard: Guard;
  /** Who is signed in. */
  sessionOf: SessionOf;
}

/** What the routes of a section are made with. */
export interface Shell extends PagesParts {
  page: OwnerPage;
}

/**
 * Binds pages to the database. A change must come from a page of ours, and is refused otherwise.
 * @example routes.get('/magnets', page(async (account, { query }) => ({ title: 'Magnets', section: 'magnets', body: … })))
 */
export function ownerPages({
  db,
  clock,
  share,
  config,
  sessionOf,
}: Omit<PagesParts, 'log' | 'guard'>): OwnerPage {
  const takeUpload = uploads();
  const askOutside = outside();
  return (handler, { upload = false, notes = false } = {}) =>
    async (request, response) => {
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const session = await sessionOf(request);
      if (session === null) return askToSignIn(request, response, reads);
      if (!reads && !isSameOrigin(request)) throw new ForeignOrigin();
      if (!mayUse(session.role, request.method, routeOf(request))) throw new OnlyAnOwner();
      const account = forAccount(db, session.account_id, { kind: 'user', id: session.user_id }, clock);
      const askedOf = (without: Without): Asked => ({
        params: paramsOf(request),
        query: queryOf(request),
        form: formOf(request),
        session,
        origin: originOf(request),
        once: takeOnce(request, response),
        sendsItself: config.smtpUrl !== undefined,
        baseUrl: config.publicUrl,
        outside: (work) => askOutside(account.id, () => without(work)),
        request,
      });
      const work = (without: Without) =>
        account[reads && !notes ? 'read' : 'write']((opened) => handler(opened, askedOf(without)));
      const answer = await (upload ? takeUpload(account.id, request, work) : share.run(account.id, work));
      await send(request, response, session, answer);
    };
}

/** A page leads to sign-in and back; a form is kept on a page, to be sent again after signing in. */
async function askToSignIn(request: Request, response: Response, reads: boolean): Promise<void> {
  const late = reads || !isSameOrigin(request) ? null : await lateForm(request);
  if (late !== null) return send(request, response, null, signedOutPage(late));
  const back =
    reads && request.originalUrl !== '/' ? `?${new URLSearchParams({ next: request.originalUrl })}` : '';
  response.redirect(303, `/sign-in${back}`);
}

/** Scheme and host under which the browser sees us. */
export function originOf(request: Request): string {
  return `${request.protocol}://${request.host}`;
}

/** The route that took the request, as it is written where it is mounted. */
function routeOf({ route, path }: Request): string {
  const pattern: unknown = route?.path;
  return typeof pattern === 'string' ? pattern : path;
}

function paramsOf(request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
