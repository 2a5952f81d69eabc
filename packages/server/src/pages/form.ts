import express, { type Request, type RequestHandler } from 'express';

import { Refusal } from '@lodestone/core';

import { isStorable } from '../api/text.ts';

/** Bytes of a form. The longest is a campaign's, with the texts of all its steps. */
const MAX_BYTES = 524_288;

/** Reads a form as text. Every form of the application is sent in this one way. */
export const readForm: RequestHandler = express.text({
  type: 'application/x-www-form-urlencoded',
  limit: MAX_BYTES,
  defaultCharset: 'utf-8',
});

/** The fields of a form. @throws Refusal `invalid_parameter` for text that cannot be stored */
export function formOf(request: Request): URLSearchParams {
  const body: unknown = request.body;
  return storable(new URLSearchParams(typeof body === 'string' ? body : ''));
}

/** The parameters in the address. @throws Refusal `invalid_parameter` for text that cannot be stored */
export function queryOf(request: Request): URLSearchParams {
  const [, query = ''] = request.originalUrl.split(/\?(.*)/s, 2);
  return storable(new URLSearchParams(query));
}

function storable(fields: URLSearchParams): URLSearchParams {
  for (const [name, value] of fields) {
    if (!isStorable(name) || !isStorable(value)) {
      throw new Refusal('invalid_parameter', 'A field holds a character that cannot be stored (NUL).');
    }
  }
  return fields;
}
