// The same work as our server, as Fastify 5 does it: its router and its JSON-schema validation from the same document, then
// the same authentication, rate limit, scope check, headers, log line and call into core.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { authenticateKey, connect, forAccount, type Key, keyUseRecorder } from '@lodestone/core';
import { memoryLimiter, WINDOW } from '@lodestone/server/api/limiter.js';
import { operationsOf, type ContractDocument } from '@lodestone/server/api/document.js';
import fastify from 'fastify';

import { path } from '../paths.ts';
import { benchOf } from './child.ts';
import { reads } from './operations.ts';

const bench = benchOf();
const db = connect({ databaseUrl: bench.databaseUrl });
const limiter = memoryLimiter(100_000_000);
const uses = keyUseRecorder(db, () => {});
const document = JSON.parse(readFileSync(path('packages/server/openapi.json'), 'utf8')) as ContractDocument;
const documented = new Map(operationsOf(document).map((operation) => [operation.id as string, operation]));

const app = fastify({
  logger: { level: 'info', base: null, stream: process.stderr },
  disableRequestLogging: true,
  genReqId: () => randomUUID(),
  ajv: { customOptions: { coerceTypes: true, removeAdditional: false, useDefaults: true, strict: false } },
});
app.addHook('onResponse', (request, reply, done) => {
  const { method, url, id } = request;
  request.log.info(
    { request_id: id, method, path: url, status: reply.statusCode, ms: reply.elapsedTime },
    'request',
  );
  done();
});

for (const { id, route, run } of reads(bench)) {
  const operation = documented.get(id);
  if (!operation) throw new Error(`${id} is not in the document.`);
  const properties = Object.fromEntries(operation.query);
  const schema = { querystring: { type: 'object', properties, additionalProperties: false } };
  app.get(`/api${route}`, { schema }, async (request, reply) => {
    const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const found = await authenticateKey(db, token);
    if (found.state !== 'valid')
      return reply.code(401).send({ error: { code: 'invalid_key', message: found.state } });
    const key: Key = found.key;
    uses.record(found.account_id, key, new Date());
    const { quota, remaining, reset } = await limiter.take(found.account_id);
    if (!key.scopes.includes(operation.scope))
      return reply.code(403).send({ error: { code: 'insufficient_scope' } });
    reply.headers({
      'X-Request-Id': request.id,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'RateLimit-Policy': `"account";q=${quota};w=${WINDOW}`,
      RateLimit: `"account";r=${remaining};t=${reset}`,
    });
    return run(forAccount(db, found.account_id, { kind: 'key', id: key.id }), key);
  });
}

await app.ready();
console.log(JSON.stringify({ origin: await app.listen({ port: 0, host: '127.0.0.1' }) }));
