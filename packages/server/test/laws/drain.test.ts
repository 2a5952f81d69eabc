import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { drainable } from '@lodestone/server/drain.js';

/** Milliseconds without a request after which it is quiet. */
const QUIET = 500;

interface Draining {
  server: Server;
  port: number;
  drain: () => Promise<void>;
}

async function listening(listener: RequestListener): Promise<Draining> {
  const server = createServer(listener);
  const drain = drainable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, drain, port: (server.address() as AddressInfo).port };
}

/** Milliseconds that it takes. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const answerAt = (ms: number): RequestListener => {
  return (_request, response) => void setTimeout(ms).then(() => response.end('answered'));
};

test('a server that nobody asks ends after its second, also beside connections that say nothing or only began to', async () => {
  const { port, drain } = await listening(answerAt(0));
  const sockets = [await open(port), await open(port)];
  sockets[1]?.write('GET / HTT');
  await setTimeout(100);
  const took = await time(drain);
  expect(took).toBeGreaterThan(900);
  expect(took).toBeLessThan(6_000);
});

test('while requests come it goes on, until it has been quiet, and answers each of them', async () => {
  const { port, drain } = await listening(answerAt(20));
  const answers: string[] = [];
  const ended = drain().then(() => performance.now());
  const until = performance.now() + 2_000;
  let asked = 0;
  while (performance.now() < until) {
    asked = performance.now();
    answers.push(await (await fetch(`http://127.0.0.1:${port}/`)).text());
    await setTimeout(20);
  }
  expect((await ended) - asked).toBeGreaterThan(QUIET);
  expect(new Set(answers)).toEqual(new Set(['answered']));
});

test('a balancer’s probes and those who never stop do not keep it for ever', async () => {
  const { port, drain } = await listening(answerAt(0));
  for (const path of ['/readyz', '/']) {
    const again = path === '/' ? await listening(answerAt(0)) : { port, drain };
    const ending = time(again.drain);
    const state = { ended: false, asked: performance.now(), silent: 0 };
    void ending.then(() => (state.ended = true));
    while (!state.ended) {
      state.silent = Math.max(state.silent, performance.now() - state.asked);
      state.asked = performance.now();
      await fetch(`http://127.0.0.1:${again.port}${path}`).catch(() => {});
      await setTimeout(20);
    }
    const took = await ending;
    if (path === '/readyz') expect(took).toBeLessThan(4_500);
    // On a busy machine it may be that nobody got to ask for so long.
    else if (state.silent < QUIET) expect(took).toBeGreaterThan(5_500);
    expect(took).toBeLessThan(10_000);
  }
});

test('a request that takes its time is answered after all, and one whose body is still to come, too', async () => {
  const { port, drain } = await listening((incoming, response) => {
    incoming.resume().once('end', () => void setTimeout(2_500).then(() => response.end('answered')));
  });
  const upload = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 4 } });
  const answered = once(upload, 'response');
  upload.write('ab');
  await setTimeout(100);
  const ending = drain();
  await setTimeout(2_500);
  upload.end('cd');
  const [response] = (await answered) as [{ statusCode: number }];
  expect(response.statusCode).toBe(200);
  (response as unknown as NodeJS.ReadableStream).resume();
  await ending;
});
