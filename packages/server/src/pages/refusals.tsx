import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

import {
  Busy,
  DiskRefuses,
  isOutage,
  isOvertime,
  Refusal,
  type RefusalCode,
  SecretError,
} from '@lodestone/core';

import { ApiError } from '../api/errors.ts';
import type { Shown } from './answer.ts';
import { BEGINNING, restOfPage, type Viewer } from './layout.tsx';
import { send } from './send.ts';
import type { SessionOf } from './sign-in/session.ts';

/** A change that another site's page asked for. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
}

/** A change of a subscription that an owner asked for on the subscriber's own page. */
export class OnlyTheSubscriber extends Error {
  override readonly name = 'OnlyTheSubscriber';
}

/** Something that an owner of the account may do, and a member tried. */
export class OnlyAnOwner extends Error {
  override readonly name = 'OnlyAnOwner';
}

const STATUS: Record<RefusalCode, number> = {
  not_found: 404,
  invalid_parameter: 400,
  test_send_required: 400,
  invalid_state: 409,
  system_paused: 409,
};

/** The page for an address that does not exist. Programs get the API's answer instead. */
export function noSuchPage(sessionOf: SessionOf): RequestHandler {
  return async (request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !prefersHtml(request)) {
      next();
      return;
    }
    const page = problem(
      404,
      'Page not found',
      'There is no page at this address. It may have been mistyped, or the page may be gone.',
    );
    const viewer = await viewerOf(sessionOf, request);
    await send(request, response, viewer, shown(page, viewer));
  };
}

/** Shows what went wrong in the same frame; a failure that nobody foresaw is logged and tells nothing. */
export function showErrors(sessionOf: SessionOf, log: Logger): ErrorRequestHandler {
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
    const found = problemOf(error, request);
    if (found.status >= 500) {
      log.error({ err: error, request_id: response.getHeader('X-Request-Id') }, `page: ${found.title}`);
    }
    if (found.status === 503) response.setHeader('Retry-After', '2');
    if (error instanceof ApiError) response.set(error.headers);
    const viewer = found.status === 503 ? null : await viewerOf(sessionOf, request);
    await send(request, response, viewer, shown(found, viewer));
  };
}

/** The page for a request that no handler may answer any more, because it did not come whole. */
export function refusalPage(title: string, message: string): string {
  const { section, body } = shown(problem(0, title, message), null);
  return BEGINNING + restOfPage({ title, section, viewer: null, children: body });
}

function problemOf(error: unknown, request: Request): Problem {
  if (error instanceof Refusal) {
    return problem(
      STATUS[error.code],
      error.code === 'not_found' ? 'Not found' : 'Not possible',
      error.message,
    );
  }
  if (error instanceof ForeignOrigin) {
    return problem(
      403,
      'Not possible',
      'Changes can only be made from a page of this application. Open the page again and try there.',
    );
  }
  if (error instanceof OnlyTheSubscriber) {
    return problem(
      403,
      'Not possible',
      'Only the subscriber can change this here. To unsubscribe them, use their page under Subscribers.',
    );
  }
  if (error instanceof OnlyAnOwner) {
    return problem(
      403,
      'Only an owner can do this',
      'Nothing was changed. Ask an owner of this account: Settings, Users lists them.',
    );
  }
  if (error instanceof SecretError) {
    return problem(
      503,
      'A secret cannot be read',
      'This server does not have the key it was encrypted with; the log says which one. Until it is back, sign in with a recovery code.',
    );
  }
  if (error instanceof ApiError && error.status === 429) return problem(429, 'Too many tests', error.message);
  if (error instanceof Busy) return problem(503, 'Busy', `${error.message} Nothing was changed.`);
  if (error instanceof ApiError && error.status === 503) {
    return problem(503, 'Busy', `${error.message} Nothing was changed.`);
  }
  if (error instanceof DiskRefuses) {
    return problem(503, 'Nothing can be written', error.message);
  }
  if (isOvertime(error)) {
    return problem(
      503,
      'That took too long',
      'The request was stopped, and nothing was changed. Ask for less, such as a shorter search, or try again later.',
    );
  }
  if (isOutage(error)) return problem(503, 'The database cannot be reached', afterOutage(request));
  const status = statusOf(error);
  if (status === 413)
    return problem(413, 'Too long', 'The form contained more text than this application accepts.');
  if (status !== undefined)
    return problem(status, 'Bad request', 'Go back, open the page again and try again.');
  return problem(
    500,
    'Something went wrong',
    'It was not your fault, and it has been logged. Try again. If it keeps happening, tell the person who runs this server.',
  );
}

/** An answer to COMMIT may be lost after the change was made, so nobody is told that it was not. */
function afterOutage({ method }: Request): string {
  return method === 'GET' || method === 'HEAD'
    ? 'Try again in a few seconds.'
    : 'Your change may or may not have been made. Check in a few seconds; it is safe to repeat it.';
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

async function viewerOf(sessionOf: SessionOf, request: Request): Promise<Viewer | null> {
  try {
    return await sessionOf(request);
  } catch {
    return null;
  }
}
