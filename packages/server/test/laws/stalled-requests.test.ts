import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { awaitUpload, BODY_LIMITS } from '@lodestone/server/body-deadline.js';
import { createHttpServer } from '@lodestone/server/http.js';

import { startServer, type TestServer } from '../server.ts';

/**
 * Sends octets as they are, and returns all that comes back until the server closes, and after how many milliseconds.
 * @param more what is sent after that, three pieces a second
 */
function send(
  origin: string,
  text: string,
  more: readonly string[] = [],
): Promise<{ answer: string; ms: number }> {
  const { hostname, port } = new URL(origin);
  const started = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname, async () => {
      socket.write(text);
      for (const piece of more) {
        await setTimeout(300);
        if (socket.writable) socket.write(piece);
      }
    });
    let answer = '';
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, ms: performance.now() - started }));
  });
}

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

test('a request that stalls is answered exactly once, and its connection is closed within ten seconds', async () => {
  // With the timeouts that are served with, which a test's server has not. It reads a body as the API does.
  const http = createHttpServer((request, response) => {
    const isKnown = request.headers.authorization !== undefined;
    if (isKnown) request.resume().on('end', () => response.end());
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const body = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"first_name":"';
  const kinds: [text: string, status: string][] = [
    [`PATCH /x HTTP/1.1\r\nAuthorization: Bearer x\r\n${body}`, '408'],
    [`PATCH /x HTTP/1.1\r\n${body}`, '401'],
    ['GET /x HTTP/1.1\r\nHost: x\r\n', '408'],
  ];
  try {
    const asked = kinds.flatMap(([text, status]) => Array.from({ length: 24 }, () => ({ text, status })));
    const answers = await Promise.all(
      asked.map(async ({ text, status }) => ({ status, ...(await send(origin, text)) })),
    );
    for (const { answer, status, ms } of answers) {
      expect(statuses(answer)).toEqual([status]);
      expect(ms).toBeLessThan(10_000);
      if (status === '408')
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error.message).toBe(
          'The request did not arrive in time.',
        );
    }
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

test('a file may take longer than a request, while it keeps coming; one that stalls is answered, and closed', async () => {
  const limits = {
    whole: 1_000,
    upload: { bytes: 1_000, within: 4_000, longest: 60_000 },
    slow: BODY_LIMITS.slow,
  };
  const http = createHttpServer((request, response) => {
    if (request.url === '/upload') awaitUpload(request);
    let bytes = 0;
    request.on('data', (piece: Buffer) => (bytes += piece.length));
    request.on('end', () => response.writeHead(200, { connection: 'close' }).end(`took ${bytes}`));
  }, limits);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const head = (path: string, more = '') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n${more}\r\n`;
  const trickle = (path: string) => send(origin, head(path), Array<string>(10).fill('x'.repeat(2_000)));
  try {
    const browser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';
    const [file, body, stalled, page, ofTheApi] = await Promise.all([
      trickle('/upload'),
      trickle('/body'),
      send(origin, `${head('/upload')}xxx`),
      send(origin, `${head('/upload', browser)}xxx`),
      send(origin, `${head('/api/v1/me', browser)}xxx`),
    ]);
    expect(file.answer).toMatch(/took 20000/);
    expect(statuses(body.answer)).toEqual(['408']);
    expect(statuses(stalled.answer)).toEqual(['408']);
    expect(stalled.answer).toContain('{"error":{');
    expect(statuses(page.answer)).toEqual(['408']);
    expect(page.answer).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
    expect(page.answer).toMatch(/<h1>Too slow<\/h1>.*The request did not arrive in time\..*<\/html>$/s);
    expect(statuses(ofTheApi.answer)).toEqual(['408']);
    expect(ofTheApi.answer).toContain('{"error":{');
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

describe('a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const get = (target: string, more = '') =>
    `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${server.keys.full}\r\n${more}\r\n`;

  test('a target in absolute form is the path that it names, with its query and its body', async () => {
    expect(statuses((await send(server.origin, get('http://x/api/v1/me'))).answer)).toEqual(['200']);
    const listed = await send(server.origin, get('HTTP://elsewhere.example:8080/api/v1/subscribers?limit=1'));
    expect(statuses(listed.answer)).toEqual(['200']);
    expect(listed.answer).toMatch(/"next_offset":1/);
    const id = (await server.call('GET /v1/subscribers?limit=1')).body.data[0]!.id;
    const patch = get(
      `https://x/api/v1/subscribers/${id}`,
      'Content-Type: application/json\r\nContent-Length: 2\r\n',
    ).replace('GET', 'PATCH');
    expect(statuses((await send(server.origin, `${patch}{}`)).answer)).toEqual(['200']);
    expect(statuses((await send(server.origin, get('http://x?x=1'))).answer)).toEqual(['303']);
  });

  test('CONNECT is refused in JSON', async () => {
    const { answer } = await send(
      server.origin,
      'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n',
    );
    expect(statuses(answer)).toEqual(['404']);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error.code).toBe('not_found');
  });

  test('two Host headers are refused (RFC 9112, 3.2)', async () => {
    const { answer } = await send(server.origin, get('/api/v1/me', 'Host: y\r\n'));
    expect(statuses(answer)).toEqual(['400']);
  });
});
