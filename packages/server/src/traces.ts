import { setTimeout } from 'node:timers/promises';

import { isSpanContextValid, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

import type { Turn } from '@lodestone/jobs';

import { answeredBy } from './answered-by.ts';

/** Spans go wherever OpenTelemetry's SDK, which the operator loads beside this program, was told to send them. */
const tracer = trace.getTracer('lodestone');

/** Milliseconds that the last spans have to leave before the process ends. */
const LONGEST_FLUSH = 3_000;

/**
 * A span for each request: the operation, the method, the status and the id that the log has as well. Nothing that a caller wrote and
 * nothing of an account is in it: no path, no header, no text of an error. A caller's own `traceparent` is not read.
 */
export const traceRequests: RequestHandler = (request, response, next) => {
  const span = tracer.startSpan('request', {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': request.method },
  });
  response.once('close', () => {
    const operation = answeredBy(request, response);
    const { statusCode, writableFinished } = response;
    span.updateName(operation);
    span.setAttributes({
      'lodestone.operation': operation,
      'lodestone.request_id': String(response.getHeader('X-Request-Id')),
      'http.response.status_code': statusCode,
      ...(writableFinished ? {} : { 'lodestone.caller_gone': true }),
    });
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  next();
};

/** A span for each turn of a job that had something to do. */
export function traceTurn({ job, began, items, failed }: Turn): void {
  const attributes = { 'lodestone.job': job, 'lodestone.items': items };
  const span = tracer.startSpan(job, { startTime: began, attributes });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Warns where traces are asked for and nothing is there that would send them. */
export function warnOfUnheardTraces(log: Logger): void {
  if (isSpanContextValid(tracer.startSpan('start').spanContext())) return;
  log.warn(
    'OTEL_EXPORTER_OTLP_ENDPOINT is set, but nothing sends traces there: start node with --import packages/server/deploy/tracing.js.',
  );
}

/** Has the last spans sent. The API knows no such call; every SDK has it. */
export async function flushTraces(): Promise<void> {
  const provider: object = trace.getTracerProvider();
  const sdk: unknown =
    'getDelegate' in provider && typeof provider.getDelegate === 'function'
      ? provider.getDelegate()
      : provider;
  if (typeof sdk !== 'object' || sdk === null || !('forceFlush' in sdk)) return;
  if (typeof sdk.forceFlush !== 'function') return;
  const flushed = Promise.resolve(sdk.forceFlush()).catch(() => {});
  await Promise.race([flushed, setTimeout(LONGEST_FLUSH, undefined, { ref: false })]);
}
