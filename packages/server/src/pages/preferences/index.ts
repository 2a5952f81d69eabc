import express, { type Request, type RequestHandler, type Response, Router } from 'express';

import {
  type Account,
  askToResubscribe,
  type Db,
  openMailToken,
  openSubscriberLink,
  readBrand,
  readPreferences,
  readResubscription,
  Refusal,
  resubscribe,
  subscriberLink,
  unsubscribe,
} from '@lodestone/core';

import { isSameOrigin } from '../../api/same-origin.ts';
import { sendPublic } from '../../public/frame.tsx';
import { type Flash, flashOf, withFlash } from '../flash.ts';
import { queryOf } from '../form.ts';
import type { PagesParts } from '../page.ts';
import { ForeignOrigin, OnlyTheSubscriber } from '../refusals.tsx';
import { isOneClick } from './one-click.ts';
import { confirmPage, preferencesPage } from './page.tsx';

type Parts = Pick<PagesParts, 'db' | 'sessionOf'>;

/**
 * The subscriber's own pages. They need no sign-in: the signed link in the address is the permission, for one relationship
 * with one account. Nothing changes by opening a page, since mail scanners open every link. An owner of that account sees
 * the page and changes nothing on it: what is done here is recorded as the subscriber's own act. A link may get into other
 * hands, the owner's too, so that with it nobody can do more than opt out: subscribing again is confirmed by an email.
 */
export function preferencesPages(parts: Parts): Router {
  const { db } = parts;
  const routes = Router({ strict: true, caseSensitive: true });
  const show = showPreferences(parts);
  routes.get('/preferences', show);
  // The address in a mail's List-Unsubscribe header; a mail program without one-click opens it as a page.
  routes.get('/preferences/unsubscribe', show);
  routes.post('/preferences/unsubscribe', readOneClick, optOut(parts));
  routes.post('/preferences/subscribe', askToOptIn(parts));
  routes.get('/preferences/confirm', showConfirmation(db));
  routes.post('/preferences/confirm', optIn(db));
  return routes;
}

// RFC 8058: a mail program posts `List-Unsubscribe=One-Click` as a form of either kind.
const readOneClick = express.text({ type: 'multipart/form-data', limit: 4_096 });

function showPreferences({ db, sessionOf }: Parts): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    const preferences = await readPreferences(account, { id });
    const owned = (await isOwner(sessionOf, request, account)) ? `/subscribers/${id}` : undefined;
    const brand = await readBrand(account);
    sendPublic(
      response,
      preferencesPage(link, preferences, { brand, owned, done: flashOf(queryOf(request))?.text ?? null }),
    );
  };
}

/** Takes the button on the page and the mail program's one click, which comes from anywhere and may not be redirected. */
function optOut({ db, sessionOf }: Parts): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    const oneClick = isOneClick(request.body);
    if (!oneClick && !isSameOrigin(request)) throw new ForeignOrigin();
    if (await isOwner(sessionOf, request, account)) throw new OnlyTheSubscriber();
    await unsubscribe(account, { id });
    if (!oneClick) return go(response, `/preferences?link=${link}`, 'unsubscribed');
    response.type('text/plain').send('You are unsubscribed.\n');
  };
}

function askToOptIn({ db, sessionOf }: Parts): RequestHandler {
  return async (request, response) => {
    const { link, account, id } = await open(db, request);
    if (!isSameOrigin(request)) throw new ForeignOrigin();
    if (await isOwner(sessionOf, request, account)) throw new OnlyTheSubscriber();
    await askToResubscribe(account, { id });
    go(response, `/preferences?link=${link}`, 'confirmation_sent');
  };
}

/** Where the email's link leads. Scanners open it, so it changes nothing. */
function showConfirmation(db: Db): RequestHandler {
  return async (request, response) => {
    const token = tokenOf(request);
    const mail = await openMailToken(db, token);
    const id = mail && (await readResubscription(mail.account, mail));
    if (mail === null || id === null) throw noConfirmation();
    const preferences = await readPreferences(mail.account, { id });
    sendPublic(response, confirmPage(token, preferences, await readBrand(mail.account)));
  };
}

function optIn(db: Db): RequestHandler {
  return async (request, response) => {
    if (!isSameOrigin(request)) throw new ForeignOrigin();
    const mail = await openMailToken(db, tokenOf(request));
    const id = mail && (await resubscribe(mail.account, mail));
    if (mail === null || id === null) throw noConfirmation();
    const link = await subscriberLink(mail.account, { id });
    go(response, `/preferences?link=${link}`, 'resubscribed');
  };
}

/** Leads on to a page that then says what was done. */
function go(response: Response, path: string, done: Flash): void {
  response.redirect(303, withFlash(path, done));
}

function tokenOf(request: Request): string {
  return queryOf(request).get('token') ?? '';
}

function noConfirmation(): Refusal {
  return new Refusal(
    'not_found',
    'This link has expired. To subscribe again, open the preferences link in any earlier email and ask for a new one.',
  );
}

async function open(db: Db, request: Request): Promise<{ link: string; account: Account; id: string }> {
  const link = queryOf(request).get('link') ?? '';
  const opened = await openSubscriberLink(db, link);
  if (opened === null) {
    throw new Refusal('not_found', 'This link is incomplete. Try opening it again from the email.');
  }
  return { link, ...opened };
}

/** Whether an owner of the account is signed in here, who comes by the link on their own page of the subscriber. */
async function isOwner(
  sessionOf: PagesParts['sessionOf'],
  request: Request,
  account: Account,
): Promise<boolean> {
  const session = await sessionOf(request);
  return session?.account_id === account.id;
}
