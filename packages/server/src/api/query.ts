import type { Request } from 'express';

import type { Operation, Schema } from './document.ts';
import { ApiError } from './errors.ts';
import { mustBe } from './requirement.ts';
import { isStorable, quoted } from './text.ts';

const DIGITS = /^\d{1,10}$/;

/**
 * Checks the query as it was written, for what is lost once it is parsed and coerced: names that are not in the document, a
 * name given twice, octets that are no UTF-8, and numbers such as `0x10`, `1e1` or ` 5`.
 * @throws ApiError `invalid_parameter`
 */
export function checkQuery(request: Request, operation: Operation): void {
  const at = request.url.indexOf('?');
  if (at < 0) return;
  const seen = new Set<string>();
  for (const pair of request.url.slice(at + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decoded(rawName) ?? rawName;
    const schema = operation.query.get(name);
    if (schema === undefined)
      throw fault(name, `Unknown query parameter ${quoted(name)}.${known(operation)}`);
    if (seen.has(name)) throw fault(name, `${name} must be given once.`);
    seen.add(name);
    const value = decoded(equals < 0 ? '' : pair.slice(equals + 1));
    if (value === undefined || !isStorable(value)) {
      throw fault(name, `${name} must be text in UTF-8 without NUL; got ${quoted(pair.slice(equals + 1))}.`);
    }
    if (isWholeNumber(schema) && !DIGITS.test(value)) {
      throw fault(name, `${name} must be ${mustBe(schema)}; got ${quoted(value)}.`);
    }
  }
}

function fault(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function known({ query }: Operation): string {
  return query.size === 0 ? ' This operation takes none.' : ` There are ${[...query.keys()].join(', ')}.`;
}

function isWholeNumber(schema: Schema): boolean {
  return schema.type === 'integer';
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
