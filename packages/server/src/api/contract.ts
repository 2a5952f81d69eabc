import type { Application, Request, RequestHandler, Response } from 'express';
import * as validator from 'express-openapi-validator';

import { readTimestamp } from '@lodestone/core';

import type { ContractDocument, Operation } from './document.ts';
import { ApiError } from './errors.ts';
import { errorOfFault } from './faults.ts';

/** Checks a request against the document, and leaves numbers and defaults in `query` and `body`. */
export type Check = (request: Request, response: Response, operation: Operation) => Promise<void>;

/** @param validateResponses fails an answer that differs from the document, by so much as a field too many. */
export function contractCheck(document: ContractDocument, validateResponses: boolean): Check {
  const steps = validator.middleware({
    // The API is mounted where its base path ends, so what is matched is what follows it.
    apiSpec: {
      ...(validateResponses ? closed(document) : ofRequests(document)),
      servers: [{ url: '/' }],
    } as never,
    useRequestUrl: true,
    validateApiSpec: false, // `pnpm contract:lint` does, before it is ever shipped
    validateSecurity: false, // checked before the body is read: a key without the scope learns nothing about the rest
    validateRequests: { coerceTypes: false }, // in bodies; a query is text, and always coerced
    validateResponses,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats: { 'date-time': TIMESTAMP, date: TIMESTAMP },
  });
  // A request without query and body is the same every time, so each operation's is checked once.
  const defaults = new Map<Operation, object>();
  return async (request, response, operation) => {
    const isBare = !validateResponses && request.body === undefined && !request.url.includes('?');
    const filled = isBare ? defaults.get(operation) : undefined;
    if (filled) {
      Object.defineProperty(request, 'query', { value: { ...filled }, writable: true, configurable: true });
      return;
    }
    try {
      await runAll(steps, request, response);
    } catch (error) {
      throw errorOfFault(error, request, operation);
    }
    if (isBare) defaults.set(operation, { ...request.query });
  };
}

/**
 * Compiles the validators of every operation, which the first request to each would otherwise wait for. A mistake in the
 * document shows here, and not as a 500 later.
 */
export async function warmUp(check: Check, app: Application, operations: Operation[]): Promise<void> {
  for (const operation of operations) {
    const url = operation.route.replaceAll(/:\w+/g, 'x');
    const [headers, body] = operation.body ? [{ 'content-type': 'application/json' }, {}] : [{}, undefined];
    const method = operation.method.toUpperCase();
    const request = {
      app,
      method,
      url,
      originalUrl: url,
      path: url,
      baseUrl: '',
      headers,
      query: {},
      params: {},
      body,
    };
    const response = { json: () => response } as never;
    await check(request as never, response, operation).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
}

/**
 * Wider than RFC 3339, as the descriptions say, and a day may stand for a moment: both are what the operations can read.
 * Which end of a day is meant does not matter for whether there is one.
 */
const TIMESTAMP = {
  type: 'string',
  validate: (text: string) => readTimestamp(text, 'after') !== null && readTimestamp(text, 'before') !== null,
} as const;

function runAll(steps: RequestHandler[], request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = 0;
    const next = (error?: unknown) => {
      if (error) return reject(error);
      const step = steps[at++];
      if (!step) return resolve();
      try {
        return void step(request, response, next);
      } catch (thrown) {
        return reject(thrown);
      }
    };
    next();
  });
}

/**
 * The part of the document that requests are checked against. The validator goes through all that it is given once for each operation, and most of the
 * document is about answers.
 */
function ofRequests(document: ContractDocument): ContractDocument {
  // Beside its operations a path holds the parameters that they share.
  const paths = mapped(document.paths, (item) =>
    mapped(item, (part) => ('responses' in part ? { ...part, responses: {} } : part)),
  );
  const used = new Set<string>();
  const use = (part: unknown): void =>
    void JSON.stringify(part, (key, value: unknown) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      const [, , kind = '', name = ''] = value.split('/');
      if (used.has(name)) return value;
      used.add(name);
      use(document.components[kind]?.[name]);
      return value;
    });
  use(paths);
  const components = mapped(document.components, (parts) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(name))),
  );
  return { ...document, paths, components };
}

function mapped<From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}

/** The document with records that admit no field that they do not name, so that a test sees what slips out. */
function closed(document: ContractDocument): ContractDocument {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const isRecord = typeof value === 'object' && value !== null && 'type' in value && 'properties' in value;
    return isRecord && value.type === 'object' ? { ...value, additionalProperties: false } : value;
  }) as ContractDocument;
}
