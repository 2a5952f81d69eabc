import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

import { Busy, type Db, isOutage, Refusal, type RefusalCode } from '@lodestone/core';

import { readSession } from '../api/session.ts';
import type { Shown } from './answer.ts';
import type { Viewer } from './layout.tsx';
import { send } from './send.tsx';

/** A change that another site's page asked for. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
}

/** A change of a subscription that an owner asked for on the subscriber's own page. */
export class OnlyTheSubscriber extends Error {
  override readonly name = 'OnlyTheSubscriber';
}

const STATUS: Record<RefusalCode, number> = {
  not_found: 404,
  invalid_parameter: 400,
  test_send_required: 400,
  invalid_state: 409,
  system_paused: 409,
};

/** The page for an address that does not exist. Programs get the API's answer instead. */
export function noSuchPage(db: Db): RequestHandler {
  return async (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !prefersHtml(request)) {
      next();
      return;
    }
    const page = problem(
      404,
      'Page not found',
      'There is nothing at this address. It may have been mistyped, or what it showed is gone.',
    );
    const viewer = await viewerOf(db, request);
    await send(request, response, viewer, shown(page, viewer));
  };
}

/** Shows what went wrong in the same frame; a failure that nobody foresaw is logged and tells nothing. */
export function showErrors(db: Db, log: Logger): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // A path that cannot be decoded is no page of ours.
    if (error instanceof URIError && !prefersHtml(request)) {
      next();
      return;
    }
    const found = problemOf(error);
    if (found.status >= 500) {
      log.error({ err: error, request_id: response.getHeader('X-Request-Id') }, `page: ${found.title}`);
    }
    if (found.status === 503) response.setHeader('Retry-After', '2');
    const viewer = found.status === 503 ? null : await viewerOf(db, request);
    await send(request, response, viewer, shown(found, viewer));
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) {
    return problem(
      STATUS[error.code],
      error.code === 'not_found' ? 'Not found' : 'That was refused',
      error.message,
    );
  }
  if (error instanceof ForeignOrigin) {
    return problem(
      403,
      'That was refused',
      'A change must be made on a page of this application. Open the page again and repeat it there.',
    );
  }
  if (error instanceof OnlyTheSubscriber) {
    return problem(
      403,
      'That was refused',
      'You are signed in as an owner, and only the subscriber can change this here. Unsubscribe them on your own page of them.',
    );
  }
  if (error instanceof Busy) return problem(503, 'Busy', `${error.message} Nothing was changed.`);
  if (isOutage(error)) {
    return problem(503, 'The database is out of reach', 'Nothing was changed. Try again in a few seconds.');
  }
  const status = statusOf(error);
  if (status === 413)
    return problem(413, 'Too long', 'What was sent is longer than any form of this application.');
  if (status !== undefined)
    return problem(status, 'That request was not understood', 'Go back, open the page again and repeat it.');
  return problem(
    500,
    'Something went wrong',
    'It was not your doing, and it is in the log. Try again; if it stays, tell whoever runs this server.',
  );
}

/** Browsers name HTML; a program that takes anything gets the API's answer. */
function prefersHtml(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** The status that Express and its parsers give a request they cannot read. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
}

interface Problem {
  status: number;
  title: string;
  message: string;
}

function problem(status: number, title: string, message: string): Problem {
  return { status, title, message };
}

function shown({ status, title, message }: Problem, viewer: Viewer | null): Shown {
  return {
    title,
    section: null,
    status,
    body: (
      <section class="card reading">
        <h1>{title}</h1>
        <p dir="auto">{message}</p>
        {viewer && (
          <p>
            <a href="/">Go to the dashboard</a>
          </p>
        )}
      </section>
    ),
  };
}

async function viewerOf(db: Db, request: Request): Promise<Viewer | null> {
  try {
    return await readSession(db, request);
  } catch {
    return null;
  }
}
