import { type Request, type RequestHandler, type Response, Router } from 'express';

import { Busy, type Db, readSignInLink, signIn, signInByLink, signOut } from '@lodestone/core';

import { cookieOf, readSession } from '../../api/session.ts';
import { isSameOrigin } from '../../api/same-origin.ts';
import { goTo } from '../answer.ts';
import { formOf, queryOf } from '../form.ts';
import { ForeignOrigin } from '../refusals.tsx';
import { send } from '../send.tsx';
import { attemptCounter } from './attempts.ts';
import { clearSessionCookie, setSessionCookie } from './cookie.ts';
import { confirmLinkPage, deadLinkPage, signInPage } from './form.tsx';
import { nextPath } from './next.ts';

/** Signing in, by password or by one-time link, and signing out. The owner's only pages without a session. */
export function signInPages({ db }: { db: Db }): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/sign-in', showForm(db));
  routes.post('/sign-in', sameOrigin, byPassword(db));
  routes.get('/sign-in/link', followLink(db));
  routes.post('/sign-in/link', sameOrigin, byLink(db));
  routes.post('/sign-out', sameOrigin, endSession(db));
  return routes;
}

const sameOrigin: RequestHandler = (request, _response, next) => {
  if (!isSameOrigin(request)) throw new ForeignOrigin();
  next();
};

function showForm(db: Db): RequestHandler {
  return async (request, response) => {
    const next = nextPath(queryOf(request).get('next'));
    const session = await readSession(db, request);
    await send(request, response, null, session ? goTo(next) : signInPage({ next }));
  };
}

function byPassword(db: Db): RequestHandler {
  const attempts = attemptCounter();
  return async (request, response) => {
    const form = formOf(request);
    const email = form.get('email') ?? '';
    const next = nextPath(form.get('next'));
    const address = request.ip ?? 'unknown';
    const wait = await attempts.take(address, email);
    if (wait > 0) {
      response.setHeader('Retry-After', String(wait));
      const minutes = Math.ceil(wait / 60);
      const problem = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use a one-time link.`;
      await send(request, response, null, signInPage({ next, email, problem, status: 429 }));
      return;
    }
    const token = await signIn(db, {
      email,
      password: form.get('password') ?? '',
      user_agent: request.get('user-agent'),
    }).catch(async (error: unknown) => {
      if (error instanceof Busy) await attempts.forgive(address, email);
      throw error;
    });
    if (token === null) {
      const problem = 'The email or the password is not right.';
      await send(request, response, null, signInPage({ next, email, problem, status: 401 }));
      return;
    }
    await attempts.forgive(address, email);
    await begin(db, request, response, token, next);
  };
}

/**
 * A link that a browser says was typed, or clicked in a terminal, signs in at once. One that another site led to asks first,
 * since it may be somebody else's; so does one of which nothing is said, since mail scanners and chats open every link, and
 * browsers say nothing on plain HTTP. A browser that only looks ahead uses nothing up.
 */
function followLink(db: Db): RequestHandler {
  return async (request, response) => {
    const token = queryOf(request).get('token') ?? '';
    const site = request.headers['sec-fetch-site'];
    const looksAhead =
      request.method === 'HEAD' || /prefetch|prerender/.test(request.get('sec-purpose') ?? '');
    if (!looksAhead && (site === 'none' || site === 'same-origin')) {
      await signInWith(db, request, response, token);
      return;
    }
    const link = await readSignInLink(db, token);
    await send(request, response, null, link ? confirmLinkPage(token, link.email) : deadLinkPage());
  };
}

function byLink(db: Db): RequestHandler {
  return async (request, response) => signInWith(db, request, response, formOf(request).get('token') ?? '');
}

async function signInWith(db: Db, request: Request, response: Response, link: string): Promise<void> {
  const token = await signInByLink(db, { token: link, user_agent: request.get('user-agent') });
  if (token !== null) await begin(db, request, response, token, '/');
  // Reloading the page of a link that has just worked leads on, rather than to a refusal.
  else await send(request, response, null, (await readSession(db, request)) ? goTo('/') : deadLinkPage());
}

/** A new session under a new id; the one that the browser had ends here. */
async function begin(
  db: Db,
  request: Request,
  response: Response,
  token: string,
  next: string,
): Promise<void> {
  const former = cookieOf(request);
  if (former !== undefined) await signOut(db, former);
  setSessionCookie(request, response, token);
  await send(request, response, null, goTo(next));
}

function endSession(db: Db): RequestHandler {
  return async (request, response) => {
    const token = cookieOf(request);
    if (token !== undefined) await signOut(db, token);
    clearSessionCookie(request, response);
    await send(request, response, null, goTo('/sign-in', 'signed_out'));
  };
}
