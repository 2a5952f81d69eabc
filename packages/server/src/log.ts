import { randomUUID } from 'node:crypto';

import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';

import { DiskRefuses } from '@lodestone/core';

import type { LogLevel } from './config.ts';
import { PUBLIC_FOLDERS } from './public/folders.ts';

/** JSON lines on stderr: stdout belongs to what a command prints. They are written together, after half a second. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4_096,
    periodicFlush: 500,
  }),
): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, serializers: { err: errorOnLog } }, destination);
}

/**
 * What helps to find the fault. Drivers add the statement's values to an error, which are subscribers' addresses and names. A
 * full disk is not the program's fault, and every job runs into it again and again: a stack trace would help nobody.
 */
function errorOnLog(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: messageOf(error) };
  const { name, message, stack } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: name, message, code, stack: error instanceof DiskRefuses ? undefined : stack };
}

/** pg-boss passes objects that are not errors, but have a message. */
function messageOf(thrown: unknown): string {
  const told = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return String(told);
}

/**
 * Gives the request an id of our own, never one that the caller made up, and writes a line when it is answered. The line
 * holds what is listed here and nothing else: no header, no query, no body, and of the path only what we named ourselves, so
 * that no key and no address of a subscriber ever reaches a log, in whatever place a caller wrote it.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const request_id = randomUUID();
    response.setHeader('X-Request-Id', request_id);
    if (log.isLevelEnabled('info')) {
      const started = performance.now();
      const { method, path } = request;
      response.once('close', () => {
        const ms = Math.round((performance.now() - started) * 10) / 10;
        const aborted = response.writableFinished ? undefined : true;
        const route = routeOf(request, path);
        log.info({ request_id, method, route, status: response.statusCode, ms, aborted }, 'request');
      });
    }
    next();
  };
}

/** First segments of paths that are ours; what follows one in a path that no route took may be anything. */
const FIRST_SEGMENTS = new Set<string>([
  ...PUBLIC_FOLDERS,
  'api',
  'assets',
  'docs',
  'preferences',
  'settings',
  'sign-in',
]);

/** The route that took a request, as `/api/v1/subscribers/:id`; of any other path no more than its first segment. */
function routeOf({ route }: Request, path: string): string {
  const pattern: unknown = route?.path;
  if (typeof pattern === 'string') return path.startsWith('/api/') ? `/api${pattern}` : pattern;
  const [, first = ''] = path.split('/', 2);
  return FIRST_SEGMENTS.has(first) ? `/${first}/*` : '/*';
}
