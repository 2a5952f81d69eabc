import { type Request, type RequestHandler, type Response, Router } from 'express';

import { Busy, type Db, type SignedIn, readSignInLink, signIn, signInByLink, signOut } from '@lodestone/core';

import { sessionTokens } from '../../api/session.ts';
import { isSameOrigin } from '../../api/same-origin.ts';
import { goTo } from '../answer.ts';
import { formOf, queryOf } from '../form.ts';
import type { PagesParts } from '../page.ts';
import { ForeignOrigin } from '../refusals.tsx';
import { send } from '../send.ts';
import { beginner } from './begin.ts';
import { askForCode, byCode, showCodeForm } from './code.tsx';
import { clearSessionCookie } from './cookie.ts';
import { confirmLinkPage, deadLinkPage, signInPage } from './form.tsx';
import { tellToWait } from './guard.ts';
import { accept, showInvitation } from './invitation.tsx';
import { nextPath } from './next.ts';

type Parts = Pick<PagesParts, 'db' | 'config' | 'guard' | 'sessionOf'>;

/**
 * Signing in, by password or by one-time link, then by code where 2-step sign-in is on; accepting an invitation; and signing out.
 * The application's only pages without a session.
 */
export function signInPages(parts: Parts): Router {
  const { db } = parts;
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get('/sign-in', showForm(parts));
  routes.post('/sign-in', sameOrigin, byPassword(parts));
  routes.get('/sign-in/code', showCodeForm(db));
  routes.post('/sign-in/code', sameOrigin, byCode(parts, beginner(db)));
  routes.get('/sign-in/link', followLink(parts));
  routes.post('/sign-in/link', sameOrigin, byLink(parts));
  routes.get('/sign-in/invitation', showInvitation(db));
  routes.post('/sign-in/invitation', sameOrigin, accept(db, beginner(db)));
  routes.post('/sign-out', sameOrigin, endSession(db));
  return routes;
}

const sameOrigin: RequestHandler = (request, _response, next) => {
  if (!isSameOrigin(request)) throw new ForeignOrigin();
  next();
};

function showForm({ sessionOf }: Parts): RequestHandler {
  return async (request, response) => {
    const next = nextPath(queryOf(request).get('next'));
    const session = await sessionOf(request);
    await send(request, response, null, session ? goTo(next) : signInPage({ next }));
  };
}

function byPassword({ db, guard }: Parts): RequestHandler {
  return async (request, response) => {
    const form = formOf(request);
    const email = form.get('email') ?? '';
    const next = nextPath(form.get('next'));
    const tooMany = await guard.enter(request, email);
    if (tooMany !== null) {
      tellToWait(response, tooMany);
      const problem = `${tooMany.problem.slice(0, -1)}, or use a one-time link.`;
      await send(request, response, null, signInPage({ next, email, problem, status: 429 }));
      return;
    }
    const entered = await signIn(db, {
      email,
      password: form.get('password') ?? '',
      user_agent: request.get('user-agent'),
    }).catch(async (error: unknown) => {
      if (error instanceof Busy) await guard.forgive(request, email);
      throw error;
    });
    if (entered === null) {
      const problem = 'Wrong email or password.';
      await send(request, response, null, signInPage({ next, email, problem, status: 401 }));
      return;
    }
    // What waits for a code is forgiven with it: else who knows the password could try codes without end.
    if ('session' in entered) await guard.forgive(request, email);
    await enter(db, request, response, entered, next);
  };
}

/**
 * A link that a browser says was typed, or clicked in a terminal, signs in at once. One that another site led to asks first,
 * since it may be somebody else's; so does one of which nothing is said, since mail scanners and chats open every link, and
 * browsers say nothing on plain HTTP. A browser that only looks ahead uses nothing up.
 */
function followLink(parts: Parts): RequestHandler {
  return async (request, response) => {
    const token = queryOf(request).get('token') ?? '';
    const site = request.headers['sec-fetch-site'];
    const looksAhead =
      request.method === 'HEAD' || /prefetch|prerender/.test(request.get('sec-purpose') ?? '');
    if (!looksAhead && (site === 'none' || site === 'same-origin')) {
      await signInWith(parts, request, response, token);
      return;
    }
    const link = await readSignInLink(parts.db, token);
    await send(request, response, null, link ? confirmLinkPage(token, link.email) : deadLinkPage());
  };
}

function byLink(parts: Parts): RequestHandler {
  return async (request, response) =>
    signInWith(parts, request, response, formOf(request).get('token') ?? '');
}

async function signInWith(
  { db, sessionOf }: Parts,
  request: Request,
  response: Response,
  link: string,
): Promise<void> {
  const entered = await signInByLink(db, { token: link, user_agent: request.get('user-agent') });
  if (entered !== null) await enter(db, request, response, entered, '/');
  // Reloading the page of a link that has just worked leads on, rather than to a refusal.
  else await send(request, response, null, (await sessionOf(request)) ? goTo('/') : deadLinkPage());
}

/** Goes on signed in, or to the second step. */
async function enter(
  db: Db,
  request: Request,
  response: Response,
  entered: SignedIn,
  next: string,
): Promise<void> {
  if ('session' in entered) await beginner(db)(request, response, entered.session, { path: next });
  else await askForCode(request, response, entered.challenge, next);
}

function endSession(db: Db): RequestHandler {
  return async (request, response) => {
    for (const token of sessionTokens(request)) await signOut(db, token);
    clearSessionCookie(request, response);
    await send(request, response, null, goTo('/sign-in', 'signed_out'));
  };
}
