import express, { type Request, type RequestHandler, Router } from 'express';

import {
  type Account,
  type Db,
  openSubscriberLink,
  readPreferences,
  Refusal,
  resubscribe,
  unsubscribe,
} from '@lodestone/core';

import { isSameOrigin } from '../../api/same-origin.ts';
import { readSession } from '../../api/session.ts';
import { goTo } from '../answer.ts';
import { queryOf } from '../form.ts';
import { ForeignOrigin, OnlyTheSubscriber } from '../refusals.tsx';
import { send } from '../send.tsx';
import { preferencesPage } from './page.tsx';

/**
 * The subscriber's own pages. They need no sign-in: the signed link in the address is the permission, for one relationship
 * with one account. Nothing changes by opening a page, since mail scanners open every link. An owner of that account sees
 * the page and changes nothing on it: what is done here is recorded as the subscriber's own act.
 */
export function preferencesPages({ db }: { db: Db }): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  const show = showPreferences(db);
  routes.get('/preferences', show);
  // The address in a mail's List-Unsubscribe header; a mail program without one-click opens it as a page.
  routes.get('/preferences/unsubscribe', show);
  routes.post('/preferences/unsubscribe', readOneClick, optOut(db));
  routes.post('/preferences/subscribe', optIn(db));
  return routes;
}

// RFC 8058: a mail program posts `List-Unsubscribe=One-Click` as a form of either kind.
const readOneClick = express.text({ type: 'multipart/form-data', limit: 4_096 });

function showPreferences(db: Db): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    const preferences = await readPreferences(account, { id });
    const owned = (await isOwner(db, request, account)) ? `/subscribers/${id}` : undefined;
    await send(request, response, null, preferencesPage(link, preferences, owned));
  };
}

/** Takes the button on the page and the mail program's one click, which comes from anywhere and may not be redirected. */
function optOut(db: Db): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    const oneClick = isOneClick(request.body);
    if (!oneClick && !isSameOrigin(request)) throw new ForeignOrigin();
    if (await isOwner(db, request, account)) throw new OnlyTheSubscriber();
    await unsubscribe(account, { id });
    const answer = oneClick
      ? preferencesPage(link, await readPreferences(account, { id }))
      : goTo(`/preferences?link=${link}`, 'unsubscribed');
    await send(request, response, null, answer);
  };
}

function optIn(db: Db): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    if (!isSameOrigin(request)) throw new ForeignOrigin();
    if (await isOwner(db, request, account)) throw new OnlyTheSubscriber();
    await resubscribe(account, { id });
    await send(request, response, null, goTo(`/preferences?link=${link}`, 'resubscribed'));
  };
}

async function open(db: Db, request: Request): Promise<{ link: string; account: Account; id: string }> {
  const link = queryOf(request).get('link') ?? '';
  const opened = await openSubscriberLink(db, link);
  if (opened === null) {
    throw new Refusal('not_found', 'This link is not complete. Open it again from the email, in one piece.');
  }
  return { link, ...opened };
}

/** Whether an owner of the account is signed in here, who comes by the link on their own page of the subscriber. */
async function isOwner(db: Db, request: Request, account: Account): Promise<boolean> {
  const session = await readSession(db, request);
  return session?.account_id === account.id;
}

function isOneClick(body: unknown): boolean {
  return (
    typeof body === 'string' &&
    (new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' ||
      /name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i.test(body))
  );
}
