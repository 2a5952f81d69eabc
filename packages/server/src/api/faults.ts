import type { Request } from 'express';

import type { Operation, Schema } from './document.ts';
import { ApiError } from './errors.ts';
import { isMoment, mustBe } from './requirement.ts';
import { quoted } from './text.ts';

/** What the validator of the contract reports. */
interface Fault {
  /** `/query/limit`, `/body/tags/3`, `/body` */
  path: string;
  message: string;
  errorCode?: string;
}

/** The validator's several shapes of a fault, as the one error of the contract. Anything but a fault of input is thrown on. */
export function errorOfFault(error: unknown, request: Request, operation: Operation): unknown {
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
