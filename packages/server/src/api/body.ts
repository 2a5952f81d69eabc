import type { Request } from 'express';

import type { Operation } from './document.ts';
import { ApiError } from './errors.ts';
import { repeatedName } from './repeated-name.ts';
import { quoted, unstorableAt } from './text.ts';

/** Largest body in bytes. The largest that makes sense, 50 tags, is a tenth of it. */
const MAX_BYTES = 100_000;

const JSON_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?(?:\s*;)?\s*$/i;

/**
 * Reads the body of a request that changes something, and leaves in `Content-Type` what the validator may see: the bare type,
 * since it keeps a compiled validator for every text it meets there, or nothing.
 * @returns undefined for a request without a body, an empty one included.
 * @throws ApiError `invalid_parameter`, with 413 or 415 where the body's size or type is at fault
 */
export async function readBody(request: Request, operation: Operation): Promise<unknown> {
  const type = request.headers['content-type'];
  delete request.headers['content-type'];
  if (operation.method === 'get' || !hasBody(request)) return undefined;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw fault(`The body must be sent without Content-Encoding; got ${quoted(encoding)}.`, 415);
  }
  const bytes = await collect(request);
  if (bytes.length === 0) return undefined;
  if (type === undefined || !JSON_TYPE.test(type)) {
    throw fault(
      `The body must be JSON, sent with 'Content-Type: application/json'; got ${quoted(type ?? 'none')}.`,
      415,
    );
  }
  const body = parse(bytes);
  const unstorable = unstorableAt(body);
  if (unstorable !== undefined) {
    throw fault(`${unstorable} must be text without NUL and without unpaired surrogates.`);
  }
  if (operation.body === undefined) {
    // Some clients send an empty object with every POST. The operation has no fields, so a field in it is refused.
    if (!isEmptyObject(body)) throw fault(`This operation takes no body; got ${quoted(body)}.`);
    return undefined;
  }
  request.headers['content-type'] = 'application/json';
  return body;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fault('The body is not valid UTF-8.');
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw fault(
      `The body is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
    );
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw fault(`${quoted(repeated)} must be given once in the body.`);
  return body;
}

/** The bytes of a body. @throws ApiError 413 when there are more than any body may have */
export function collect(request: Request): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) {
    reject(tooLarge());
    return promise;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    // The rest of the body is read and dropped, so that the client sees the answer.
    else reject(tooLarge());
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  // Not the error itself: what a client's connection breaks with has the code of a database's.
  const endEarly = () => reject(fault('The body ended early.'));
  request.on('error', endEarly);
  request.on('close', endEarly);
  if (request.destroyed) endEarly();
  return promise;
}

function tooLarge(): ApiError {
  return fault(`The body is larger than the ${MAX_BYTES / 1000} kB limit.`, 413);
}

function fault(message: string, status?: 413 | 415): ApiError {
  return new ApiError('invalid_parameter', message, status === undefined ? {} : { status });
}
