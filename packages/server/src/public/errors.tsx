import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';

import { isOutage, Refusal } from '@lodestone/core';

import { ApiError } from '../api/errors.ts';
import { sendPublic } from './frame.tsx';

/** Says on a public page that something went wrong; what nobody foresaw is logged, and tells nothing. */
export function showPublicErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, title, message } = problemOf(error);
    if (status >= 500) log.error({ err: error, request_id: response.getHeader('X-Request-Id') }, title);
    if (status === 503) response.setHeader('Retry-After', '2');
    sendPublic(response, {
      title,
      brand: null,
      status,
      body: (
        <>
          <h1>{title}</h1>
          <p>{message}</p>
        </>
      ),
    });
  };
}

function problemOf(error: unknown): { status: number; title: string; message: string } {
  const again = 'Nothing was changed. Go back, reload the page and try again.';
  if (error instanceof Refusal)
    return { status: 400, title: 'Please check what you sent', message: error.message };
  if (isOutage(error) || (error instanceof ApiError && error.status === 503))
    return { status: 503, title: 'We are very busy', message: 'Please try again in a few seconds.' };
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 413) return { status, title: 'That was too long', message: again };
  if (status >= 400 && status < 500) return { status, title: 'We could not read that', message: again };
  return {
    status: 500,
    title: 'Something went wrong',
    message: 'This is our fault. Please try again in a few minutes.',
  };
}
