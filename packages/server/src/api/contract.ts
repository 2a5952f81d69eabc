import type { Application, Request, RequestHandler, Response } from 'express';
import * as validator from 'express-openapi-validator';

import type { ContractDocument, Operation, Schema } from './document.ts';
import { ApiError } from './errors.ts';
import { isMoment, mustBe } from './requirement.ts';
import { quoted } from './text.ts';
import { readTimestamp } from '@lodestone/core';

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
    validateSecurity: false, // done before the body is read: a key without the scope learns nothing of the rest
    validateRequests: { coerceTypes: false }, // of bodies; what stands in a query is text and always coerced,
    validateResponses,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats: { 'date-time': TIMESTAMP, date: TIMESTAMP },
  });
  // A request without query and body is the same every time, so each operation's is held against the document once.
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
      throw refusalOf(error, request, operation);
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
 * What requests are held against. The validator goes through all that it is given once for each operation, and most of the
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

interface Fault {
  /** `/query/limit`, `/body/tags/3`, `/body` */
  path: string;
  message: string;
  errorCode?: string;
}

/** The validator's several shapes of a fault, as the one error of the contract. Anything but a fault of input is thrown on. */
function refusalOf(error: unknown, request: Request, operation: Operation): unknown {
  if (!(error instanceof Error) || !('status' in error) || !('errors' in error)) return error;
  const [fault] = error.errors as Fault[];
  if (!fault) return error;
  // Where a body is required and none was sent, it is the media type that the validator misses.
  if (error.status === 415) return new ApiError('invalid_parameter', ofBody([], fault, undefined, operation));
  if (error.status === 404 || error.status === 405)
    return new ApiError('not_found', 'There is no such path and method.');
  if (error.status !== 400) return error;
  const [where, ...path] = fault.path.replace(/^[/.]/, '').split(/[/.]/);
  const name = path[0] ?? '';
  if (where === 'query') {
    return new ApiError('invalid_parameter', ofQuery(name, request, operation), { param: name });
  }
  return new ApiError('invalid_parameter', ofBody(path, fault, request.body, operation));
}

function ofQuery(name: string, request: Request, operation: Operation): string {
  const schema = operation.query.get(name) ?? {};
  const value = request.query[name];
  const hint = isMoment(schema) && / \d\d:\d\d$/.test(String(value)) ? ' Write + as %2B in a query.' : '';
  return `${name} ${demand(schema, value)}.${hint}`;
}

function ofBody(path: string[], fault: Fault, body: unknown, operation: Operation): string {
  const properties = operation.body?.properties ?? {};
  const name = path[0];
  if (name === undefined) {
    return body === undefined
      ? `A body is required: a JSON object with ${Object.keys(properties).join(', ')}.`
      : `The body must be a JSON object; got ${quoted(body)}.`;
  }
  const field = path
    .slice(1)
    .reduce((text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : `${text}.${step}`), name);
  if (fault.errorCode?.startsWith('required')) return `${field} is required.`;
  if (!Object.hasOwn(properties, name)) {
    return `Unknown field ${quoted(field)} in the body. It may hold ${Object.keys(properties).join(', ')}.`;
  }
  let schema: Schema = properties[name] ?? {};
  let value = (body as Record<string, unknown>)[name];
  for (const step of path.slice(1)) {
    schema = schema.items ?? {};
    value = (value as unknown[] | undefined)?.[Number(step)];
  }
  return `${field} ${demand(schema, value)}.`;
}

function demand(schema: Schema, value: unknown): string {
  const { maxLength, maxItems } = schema;
  if (typeof value === 'string' && maxLength !== undefined && [...value].length > maxLength) {
    return `must be at most ${maxLength} characters long; got ${[...value].length}`;
  }
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems) {
    return `must hold at most ${maxItems} items; got ${value.length}`;
  }
  return `must be ${mustBe(schema)}; got ${quoted(value)}`;
}
