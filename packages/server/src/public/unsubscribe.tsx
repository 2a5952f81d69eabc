import express, { type RequestHandler } from 'express';

import {
  type Account,
  type Db,
  openMailToken,
  readBrand,
  subscriberLink,
  subscriberOfMail,
  unsubscribe,
} from '@lodestone/core';

import { isOneClick } from '../pages/preferences/one-click.ts';
import { type PublicPage, sendPublic } from './frame.tsx';
import type { PublicHandler } from './handler.ts';
import { sendNotFound } from './not-found.tsx';

/** RFC 8058: a mail program posts `List-Unsubscribe=One-Click` as a form of either kind. */
export const readOneClick: RequestHandler = express.text({ type: 'multipart/form-data', limit: 4_096 });

/**
 * `/u/:token`, the short link in an email: it leads to its recipient's preferences. A POST from a mail program opts out at
 * once, from anywhere, and is not redirected.
 */
export function unsubscribeLink(db: Db): PublicHandler {
  return async (request, response) => {
    const opened = await openMailToken(db, String(request.params['token']));
    if (opened === null) return sendNotFound(response);
    const { account, mail_id } = opened;
    const id = await subscriberOfMail(account, mail_id);
    if (id === null) return sendPublic(response, await noSubscriber(account));
    if (request.method === 'POST') {
      if (!isOneClick(request.body)) return sendNotFound(response);
      await unsubscribe(account, { id });
      response.type('text/plain').send('You are unsubscribed.\n');
      return;
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.redirect(302, `/preferences?link=${await subscriberLink(account, { id })}`);
  };
}

async function noSubscriber(account: Account): Promise<PublicPage> {
  return {
    title: 'Test email',
    brand: await readBrand(account),
    body: (
      <>
        <h1>This was a test email</h1>
        <p>This link takes subscribers to their email preferences, where they can unsubscribe.</p>
      </>
    ),
  };
}
