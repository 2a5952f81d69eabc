import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

import { DiskRefuses, isOutage, isOvertime, Refusal } from '@lodestone/core';

import type { ErrorCode, Scope } from './generated/contract.ts';

/** The status of each code. A fault of the body's form (413, 415) and an outage (503) give their own. */
const STATUS: Record<ErrorCode, number> = {
  unauthorized: 401,
  invalid_key: 401,
  expired_key: 401,
  revoked_key: 401,
  insufficient_scope: 403,
  not_found: 404,
  rate_limited: 429,
  test_send_required: 400,
  invalid_parameter: 400,
  invalid_state: 409,
  system_paused: 409,
  internal_error: 500,
};

interface Details {
  /** The query parameter that caused it. */
  param?: string;
  required_scope?: Scope;
  status?: 403 | 405 | 413 | 415 | 503;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A failure as it goes over the wire. The message says what was wrong, which value, and what would be right. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly param: string | undefined;
  readonly required_scope: Scope | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? STATUS[code];
    this.headers = details.headers ?? {};
    this.param = details.param;
    this.required_scope = details.required_scope;
  }
}

interface ErrorBody {
  error: { code: ErrorCode; message: string; param?: string; required_scope?: Scope };
}

/** The contract's error object. A value that is quoted in a message may have been cut inside a character. */
export function errorBody({ code, message, param, required_scope }: ApiError): ErrorBody {
  return {
    error: {
      code,
      message: message.toWellFormed().slice(0, 2000),
      ...(param === undefined ? {} : { param: param.toWellFormed().slice(0, 200) }),
      ...(required_scope === undefined ? {} : { required_scope }),
    },
  };
}

/** Answers every failure with the error object; an unexpected one is a 500 without details, and is logged. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const failure = asApiError(error);
    if (failure.status >= 500 && failure.cause !== undefined) {
      log.error({ err: failure.cause, request_id: response.getHeader('X-Request-Id') }, failure.message);
    }
    if (response.headersSent || request.socket.destroyed) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(failure.headers)) response.setHeader(name, value);
    response.status(failure.status).json(errorBody(failure));
  };
}

/** Answers requests that no route took, including a wrong method. It needs no credentials, since it reveals nothing. */
export const noSuchPath: RequestHandler = () => {
  throw new ApiError(
    'not_found',
    'There is no such path and method. Paths begin with /api/v1/, are case-sensitive and have no trailing slash.',
  );
};

/** The database does not answer for now. */
function outOfReach(cause: unknown): ApiError {
  return new ApiError('internal_error', 'The database cannot be reached. Try again in a few seconds.', {
    status: 503,
    headers: { 'Retry-After': '2' },
    cause,
  });
}

/** A request's time for the database ran out: it may be gone, slow, or busy with a change of the same row. */
export function noAnswerInTime(): ApiError {
  return new ApiError('internal_error', 'The database did not answer in time. Try again in a few seconds.', {
    status: 503,
    headers: { 'Retry-After': '2' },
  });
}

/** More is asked for than can be answered in good time. */
export function overloaded(): ApiError {
  return new ApiError('internal_error', 'The server is overloaded. Try again in a second.', {
    status: 503,
    headers: { 'Retry-After': '1' },
  });
}

/** The disk takes no writes; reads go on. */
function diskRefuses(cause: DiskRefuses): ApiError {
  return new ApiError('internal_error', cause.message, {
    status: 503,
    headers: { 'Retry-After': '60' },
    cause,
  });
}

/** The database ended what was asked because it ran too long. */
function overtime(cause: unknown): ApiError {
  return new ApiError(
    'internal_error',
    'This took the database too long and was stopped. Ask for less, or try again later.',
    { status: 503, headers: { 'Retry-After': '10' }, cause },
  );
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) return new ApiError(error.code, error.message);
  if (error instanceof DiskRefuses) return diskRefuses(error);
  if (isOvertime(error)) return overtime(error);
  if (isOutage(error)) return outOfReach(error);
  return new ApiError(
    'internal_error',
    'Something went wrong on the server. Quote the X-Request-Id header when you report it.',
    { cause: error },
  );
}
