import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import {
  type Account,
  type Capture,
  type Db,
  newFormToken,
  openCapture,
  readFormToken,
  Refusal,
  requestMagnet,
  visitorOf,
} from '@lodestone/core';

import { formOf, queryOf } from '../pages/form.ts';
import { textOf } from '../pages/query.ts';
import { askedPage, capturePage, type FormErrors, type FormValues, NOTHING_TYPED } from './capture-page.tsx';
import { embedScript } from './embed.ts';
import { sendPublic } from './frame.tsx';
import { networkOf } from './network.ts';
import type { PublicHandler } from './handler.ts';
import { sendNotFound } from './not-found.tsx';

/** Requests that a network may make in ten minutes. A whole office may share one, and a room full of listeners. */
const FROM_ONE_NETWORK = 300;

interface Parts {
  db: Db;
  /** The base of every link. */
  baseUrl: string;
}

interface Opened {
  account: Account;
  capture: Capture;
  /** Path and query of the page. */
  action: string;
}

/** `GET /p/:account/:magnet` */
export function showCapture({ db, baseUrl }: Parts): PublicHandler {
  return async (request, response) => {
    const opened = await open(db, request);
    if (opened === null) return sendNotFound(response);
    await showForm(response, opened, { url: baseUrl + opened.action });
  };
}

/** `GET /p/:account/:magnet/embed.js`: the form, for pages of other sites. */
export function showEmbed({ db, baseUrl }: Parts): PublicHandler {
  return async (request, response) => {
    const opened = await open(db, request);
    if (opened === null) return sendNotFound(response);
    const { account, capture, action } = opened;
    const token = await newFormToken(account, capture.magnet_id);
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    // Sites that isolate themselves (COEP) may load it as well.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.send(embedScript({ capture, action: baseUrl + action, token, baseUrl }));
  };
}

/** `POST /p/:account/:magnet`: from the page, and from forms on other sites. It reads no cookie. */
export function takeRequest({ db, baseUrl }: Parts): PublicHandler {
  const networks = new RateLimiterMemory({ points: FROM_ONE_NETWORK, duration: 600 });
  return async (request, response) => {
    const opened = await open(db, request);
    if (opened === null) return sendNotFound(response);
    const { account, capture } = opened;
    const url = baseUrl + opened.action;
    const form = formOf(request);
    const values: FormValues = {
      email: textOf(form, 'email'),
      first_name: textOf(form, 'first_name'),
      last_name: textOf(form, 'last_name'),
    };
    const network = networkOf(request);
    const wait = await consume(networks, network ?? 'unknown');
    if (wait > 0) return tooMany(response, opened, wait);
    // Only who does not see the field fills it in. They are told what everybody is.
    if (textOf(form, 'website') !== '')
      return sendPublic(response, askedPage({ capture, email: values.email }));

    const token = await readFormToken(account, capture.magnet_id, textOf(form, 'form'));
    if (token === 'old' || token === 'foreign') {
      return showForm(response, opened, {
        url,
        values,
        notice: 'This form has expired. Please send it again.',
      });
    }
    try {
      const visitor = visitorOf(values);
      const where = textOf(form, 'via') === 'embed' ? 'embed' : 'page';
      const taken = await requestMagnet(account, {
        capture,
        visitor,
        form: where,
        nonce: token.nonce,
        network,
      });
      if (taken === 'taken') return sendPublic(response, askedPage({ capture, email: visitor.email }));
      await showForm(response, opened, {
        url,
        values,
        notice: 'You have already sent this form. Check your inbox, or send it again.',
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.field === undefined) throw error;
      await showForm(response, opened, { url, values, errors: { [error.field]: error.message } });
    }
  };
}

async function open(db: Db, request: Request): Promise<Opened | null> {
  const { account, magnet } = request.params;
  if (typeof account !== 'string' || typeof magnet !== 'string') return null;
  const key = textOf(queryOf(request), 'key');
  const opened = await openCapture(db, { account, magnet, key });
  const path = `/p/${account}/${magnet}`;
  return opened && { ...opened, action: opened.capture.private ? `${path}?key=${key}` : path };
}

async function showForm(
  response: Response,
  { account, capture, action }: Opened,
  {
    values = NOTHING_TYPED,
    errors = {},
    ...rest
  }: { url: string; values?: FormValues; errors?: FormErrors; notice?: string },
): Promise<void> {
  const token = await newFormToken(account, capture.magnet_id);
  sendPublic(response, capturePage({ capture, action, token, values, errors, ...rest }));
}

function tooMany(response: Response, { capture }: Opened, seconds: number): void {
  response.setHeader('Retry-After', String(seconds));
  sendPublic(response, {
    title: 'Too many requests',
    brand: capture.brand,
    status: 429,
    body: `We received too many requests from your network. Please try again in ${Math.ceil(seconds / 60)} min.`,
  });
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}
