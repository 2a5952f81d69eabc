import { connect, type Socket } from 'node:net';

import { expect, test } from '@jest/globals';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';

/** Sends octets as they are, and returns all that comes back until the server closes. */
function send(server: TestServer, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(server);
    let answer = '';
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
    for (const part of parts) socket.write(part);
  });
}

function open(server: TestServer): Socket {
  const { hostname, port } = new URL(server.origin);
  return connect(Number(port), hostname);
}

/** Every answer in a stream has a JSON body with the error object. */
function assertRefused(answer: string, status: number): void {
  expectFor(answer.slice(0, 200), answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/content-type: application\/json/i);
  expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i);
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { error: Record<string, unknown> };
  expect(typeof body.error.code).toBe('string');
  expect(typeof body.error.message).toBe('string');
}

onEveryDatabase((server) => {
  const get = (path: string, headers = '') =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${server.keys.full}\r\n${headers}\r\n`;

  test('what is no HTTP is told so, in JSON', async () => {
    for (const text of [
      'nonsense\r\n\r\n',
      'GET\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01',
      'GET / HTTP/9.9\r\n\r\n',
    ]) {
      assertRefused(await send(server, text), 400);
    }
    const both =
      'POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    assertRefused(await send(server, both), 400);
    assertRefused(await send(server, get('/api/v1/me', 'Content-Length: 1\r\nContent-Length: 2\r\n')), 400);
    assertRefused(await send(server, get('/api/v1/me').replace('Host: x\r\n', '')), 400);
  });

  test('headers or a path beyond 16 kB are 431', async () => {
    assertRefused(await send(server, get('/api/v1/me', `X-Big: ${'x'.repeat(20_000)}\r\n`)), 431);
    assertRefused(await send(server, get(`/api/v1/magnets/${'x'.repeat(20_000)}`)), 431);
  });

  test('odd forms of a request target are answered, never with a 5xx', async () => {
    const targets = [
      '*',
      '//api/v1/me',
      '/api//v1/me',
      '/api/v1/me?',
      '/api/v1/me?&&',
      '/api/v1/me#x',
      '/api/./v1/me',
      '/api/v1/../v1/me',
    ];
    for (const target of [
      ...targets,
      'http://x/api/v1/me',
      '/api/v1/magnets/%2e%2e',
      '/api/v1/\u00e9',
      '/api/v1/me?a=b=c',
      '/api\\v1\\me',
    ]) {
      expectFor(target, await send(server, get(target))).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    }
    expect(await send(server, get('/api/v1/me?'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(server, get('/api/v1/me', 'Expect: the-unexpected\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(server, get('/api/v1/me', 'Upgrade: h2c\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(server, get('/api/v1/me', 'If-None-Match: *\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a body may come in chunks, empty, after 100-continue, or with a GET', async () => {
    const { body } = await server.call('GET /v1/campaigns?status=paused');
    const head = `POST /api/v1/campaigns/${body.data[0]!.id}/pause HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${server.keys.full}\r\n`;
    const chunked = `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await send(server, chunked, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(server, chunked, '3\r\n{"r\r\n', 'c\r\neason":"é"}\r\n', '0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    expect(await send(server, `${head}Content-Length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(
      await send(
        server,
        `${head}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      ),
    ).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(await send(server, get('/api/v1/me', 'Content-Type: x\r\nContent-Length: 3\r\n'), 'abc')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  test('a body that is too large is refused before it has come, and the answer is seen', async () => {
    const head = `POST /api/v1/campaigns/x/pause HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${server.keys.full}\r\nContent-Type: application/json\r\n`;
    assertRefused(await send(server, `${head}Content-Length: 1000000000\r\n\r\n`), 413);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    assertRefused(
      await send(server, `${head}Transfer-Encoding: chunked\r\n\r\n`, chunk, chunk, '0\r\n\r\n'),
      413,
    );
  });

  test('who hangs up in the middle harms nobody', async () => {
    for (let at = 0; at < 50; at++) {
      const socket = open(server);
      socket.on('error', () => {});
      socket.write(
        `PATCH /api/v1/magnets/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.keys.full}\r\nContent-Length: 50\r\n\r\n{"st`,
        () => (at % 2 ? socket.destroy() : socket.resetAndDestroy()),
      );
    }
    expect((await server.call('GET /v1/me')).status).toBe(200);
  });

  test('slow clients are sent away, while the others notice nothing', async () => {
    const slow: Socket[] = [];
    const gone: Promise<unknown>[] = [];
    const heads = [
      '',
      'GET /api/v1/me HTTP/1.1\r\nX: ',
      `POST /api/v1/campaigns/x/pause HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.keys.full}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"reason":"`,
    ];
    for (let at = 0; at < 150; at++) {
      const socket = open(server);
      socket.on('error', () => {});
      socket.resume();
      gone.push(new Promise((resolve) => socket.on('close', resolve)));
      slow.push(socket.on('connect', () => socket.write(heads[at % 3]!)));
    }
    // Some octets each second, so that no connection is ever idle.
    const trickle = setInterval(
      () => slow.forEach((socket, at) => at % 3 > 0 && socket.writable && socket.write('x')),
      1000,
    );
    try {
      const progress = { allGone: false };
      void Promise.all(gone).then(() => (progress.allGone = true));
      while (!progress.allGone) {
        expect((await server.call('GET /v1/me')).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    } finally {
      clearInterval(trickle);
      for (const socket of slow) socket.destroy();
    }
  });
});
