import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Lodestone, LodestoneError, type LodestoneErrorCode } from '@lodestone/sdk';

import { afterTest, expectFor } from '../../../scripts/jest/support.ts';

/** One request as it reached the server. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** How the server treats one request. */
export type Fault = (response: ServerResponse, request: Received) => void;

/** Answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fault =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Fails as the API does. */
export const failure = (
  status: number,
  code: string,
  headers?: Record<string, string>,
  more?: object,
): Fault => json(status, { error: { code, message: `It is ${code}.`, ...more } }, headers);

/** Answers with any text. */
export const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Hangs up without an answer. */
export const reset: Fault = (response) => {
  response.socket?.resetAndDestroy();
};

/** Begins an answer and hangs up in its midst. */
export const cutOff: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data": [', () => response.socket?.destroy());
};

/** Never answers. */
export const silence: Fault = () => {};

/** Answers the head at once, and never ends the body. */
export const slowBody: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"data": [');
};

/**
 * A server that treats the first request by the first fault, and so on; the last one stays. It ends with the test.
 * Beside it, a client that is pointed at it.
 */
export async function faulty(...faults: Fault[]) {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body };
      requests.push(received);
      faults[Math.min(requests.length, faults.length) - 1]?.(response, received);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return { requests, baseUrl, lodestone: new Lodestone({ apiKey: 'lodestone_live_test', baseUrl }) };
}

/** What a promise is rejected with; fails when it is not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It should have failed.');
}

/** Expects an error of the SDK with this code, and tells TypeScript that it is one. */
export function expectCode<Code extends LodestoneErrorCode>(
  error: unknown,
  code: Code,
): asserts error is LodestoneError<Code> {
  expectFor(String(error), LodestoneError.is(error, code)).toBe(true);
}
