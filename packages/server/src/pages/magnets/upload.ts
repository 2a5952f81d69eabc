import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import busboy from 'busboy';

import { LARGEST_ASSET, Refusal } from '@lodestone/core';

/** Bytes of a field: a text of more characters than core takes still comes as too long, and never cut to what fits. */
const LONGEST_FIELD = 100_000;

/** A form with one file, as it comes in. */
export interface Upload {
  fields: URLSearchParams;
  /** Null when none was chosen. */
  file: { name: string; type: string; bytes: Readable } | null;
}

/**
 * Reads a form up to its file, whose bytes are then read from `bytes` as they come. Fields behind the file are not seen.
 * @throws Refusal `invalid_parameter` for what is no such form
 */
export function readUpload(request: IncomingMessage): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>();
  const fields = new URLSearchParams();
  const broken = () => reject(notWhole());
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // One byte more tells a file that is too large from one that just fits.
      limits: { fields: 10, fieldSize: LONGEST_FIELD, files: 1, parts: 12, fileSize: LARGEST_ASSET + 1 },
    });
  } catch {
    broken();
    return promise;
  }
  parser.on('field', (name, value) => fields.append(name, value));
  parser.on('file', (_name, bytes, { filename, mimeType }) => {
    bytes.on('error', ignored);
    // A browser sends an empty part without a name when no file was chosen.
    if (!filename) bytes.resume();
    else resolve({ fields, file: { name: filename, type: mimeType, bytes: readable(bytes) } });
  });
  parser.on('close', () => resolve({ fields, file: null }));
  parser.on('error', broken);
  request.on('aborted', () => parser.destroy(new Error('The form was cut off.')));
  request.pipe(parser);
  return promise;
}

/** A file as it arrives. Reading it fails when it was cut off; nobody reads the file of a form that was refused. */
function readable(bytes: Readable): Readable {
  return Readable.from(wholly(bytes), { objectMode: false }).on('error', ignored);
}

async function* wholly(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch {
    throw notWhole();
  }
}

function notWhole(): Refusal {
  return new Refusal('invalid_parameter', 'The form did not arrive whole. Send it again.');
}

/** An error that nobody listens to ends the process. */
function ignored(): void {}
