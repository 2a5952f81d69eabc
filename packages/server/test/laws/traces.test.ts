import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { afterAll, expect, test } from '@jest/globals';

import { JOB_NAMES } from '@lodestone/jobs';

import { afterTest, expectFor, present } from '../../../../scripts/jest/support.ts';
import { fillDataDir } from '../../../core/test/copies.ts';
import { DEMO } from '../../../demo/test/filling.ts';
import { lodestoneArgs } from '../program.ts';

const tracing = new URL('../../deploy/tracing.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'lodestone-traces-'));
const dataDir = join(folder, 'data');
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Tells on stderr what is loaded of OpenTelemetry. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => {
  if (url.includes('opentelemetry')) process.stderr.write('LOADED\\n');
  return next(url, context);
} });`)}`;

interface Span {
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** A collector that takes OTLP in JSON, as real ones do. */
async function startCollector() {
  const texts: string[] = [];
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    expect([request.method, request.url]).toStrictEqual(['POST', '/v1/traces']);
    const sent = (await json(request)) as Sent;
    texts.push(JSON.stringify(sent));
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, texts };
}

/** Starts a server on the demo, which has jobs with something to do. */
async function serve(imports: string[], env: Record<string, string>) {
  const args = lodestoneArgs('serve', '--port', '0', '--json', '--data-dir', dataDir);
  const child = spawn(process.execPath, [...imports.flatMap((module) => ['--import', module]), ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    if (out.includes('\n')) break;
  }
  expectFor(log, out).not.toBe('');
  const { origin } = JSON.parse(out) as { origin: string };
  return {
    origin,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      expectFor(log, code).toBe(0);
    },
  };
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('a span for each request and each turn of a job reaches the collector, and nothing of anybody is in it', async () => {
  const { accounts } = await fillDataDir(DEMO, dataDir);
  const key = accounts[0]?.keys.full;
  present(key);
  const { endpoint, spans, texts } = await startCollector();
  const server = await serve([WATCH, tracing], {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'lodestone of the test',
  });
  const { origin } = server;
  const headers = {
    authorization: `Bearer ${key}`,
    'user-agent': 'secret-agent',
    traceparent: `00-${'5ec2e7'.padEnd(32, '0')}-${'5ec2e7'.padEnd(16, '0')}-01`,
    tracestate: 'secret=1',
  };
  const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { headers, ...init });
  const listed = await ask('/api/v1/subscribers?limit=1');
  const { data } = (await listed.json()) as { data: { id: string; email: string; first_name: string }[] };
  const [lead] = data;
  present(lead);
  await ask(`/api/v1/subscribers?search=${encodeURIComponent(lead.email)}`);
  await ask(`/api/v1/subscribers/${lead.id}`);
  await ask(`/api/v1/subscribers/${lead.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"last_name":"Secretson"}',
  });
  await ask('/api/v1/magnets/secret');
  await ask('/api/v1/secret/secret');
  await ask(`/u/secret?email=${lead.email}`);
  await ask('/secret');
  await ask('/mcp');
  await ask('/api/v1/me', { headers: { authorization: 'Bearer lodestone_live_secret' } });
  while (!spans.some(({ attributes }) => attributes.some(({ key }) => key === 'lodestone.job')))
    await setTimeout(200);
  await ask('/api/v1/me');
  // The last ones are sent when it ends.
  await server.stop();

  const requests = spans.map(attributesOf).filter((one) => 'lodestone.operation' in one);
  expect(
    requests.map((one) => `${one['lodestone.operation']} ${one['http.response.status_code']}`).toSorted(),
  ).toStrictEqual(
    [
      'api_refused 404',
      'application 404',
      'getMagnet 404',
      'getMe 200',
      'getMe 401',
      'getSubscriber 200',
      'listSubscribers 200',
      'listSubscribers 200',
      'mcp 405',
      'public 404',
      'updateSubscriber 200',
    ].toSorted(),
  );
  const turns = spans.filter(({ attributes }) => attributes.some(({ key }) => key === 'lodestone.job'));
  const jobs: readonly string[] = [...JOB_NAMES, 'demo_world'];
  for (const turn of turns) {
    expect(jobs).toContain(turn.name);
    expect(attributesOf(turn)['lodestone.items']).toBeGreaterThan(0);
  }
  for (const { name, startTimeUnixNano, endTimeUnixNano, status } of spans) {
    expectFor(name, BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    expectFor(name, status.code ?? 0).toBe(0);
  }
  const known = new Set([
    'http.request.method',
    'http.response.status_code',
    'lodestone.items',
    'lodestone.job',
    'lodestone.operation',
    'lodestone.request_id',
  ]);
  for (const { attributes } of spans) for (const { key } of attributes) expect([...known]).toContain(key);
  const all = texts.join('\n');
  expect(all).toContain('lodestone of the test');
  for (const stranger of [
    key,
    lead.id,
    lead.email,
    'secret',
    'Secretson',
    '5ec2e7',
    '127.0.0.1',
    '@',
    'acc_',
  ])
    expectFor(stranger, all.includes(stranger)).toBe(false);
  expect(server.log()).toContain('LOADED');

  // The same data again, with nowhere to send traces to, and with nobody who would send them.
  const plain = await serve([WATCH], { LODESTONE_LOG_LEVEL: 'warn' });
  expect((await fetch(`${plain.origin}/api/v1/me`, { headers })).status).toBe(200);
  await plain.stop();
  expect(plain.log()).not.toContain('LOADED');
  const unheard = await serve([], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  expect((await fetch(`${unheard.origin}/api/v1/me`, { headers })).status).toBe(200);
  await unheard.stop();
  expect(unheard.log()).toContain('nothing sends traces there');
});
