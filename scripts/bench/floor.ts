// The floor: node:http and pg, the SQL that core sends, the JSON that core makes, and nothing else. No router, no
// validation, no rate limit, no headers, no log. It stops where a hand-written server for these very paths would begin.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

import { connect, forAccount, type Key } from '@lodestone/core';
import type { CompiledQuery } from 'kysely';
import { Pool, types } from 'pg';

import { benchOf, listening } from './child.ts';
import { reads } from './operations.ts';
import { record, replaying } from './recording.ts';

const bench = benchOf();
const operations = reads(bench);
const db = connect({ databaseUrl: bench.databaseUrl });
const { authentication, statements } = await record(db, bench.key, operations);
await db.destroy();

types.setTypeParser(20, Number);
types.setTypeParser(1700, Number);
types.setTypeParser(1082, (day) => day);
const pool = new Pool({ connectionString: bench.databaseUrl, max: 10 });
pool.on('connect', (client) => void client.query('set jit = off'));

const names = new Map<string, string>();
const send = async (sql: string, values: readonly unknown[]) => {
  let name = names.get(sql);
  if (name === undefined) names.set(sql, (name = `s${names.size}`));
  return (await pool.query({ name, text: sql, values: [...values] })).rows as never[];
};
const replay = (statement: CompiledQuery) => send(statement.sql, statement.parameters);
const account = forAccount(db, bench.accountId, { kind: 'system' });
const byPath = new Map(operations.map((operation) => [`/api${operation.path}`, operation]));

const server = createServer((request, response) => {
  void (async () => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const hash = createHash('sha256').update(token).digest();
    const values = authentication.parameters.map((value) => (Buffer.isBuffer(value) ? hash : value));
    const [key] = (await send(authentication.sql, values)) as Key[];
    const operation = byPath.get(request.url ?? '');
    if (!key || !operation) {
      response.writeHead(key ? 404 : 401).end();
      return;
    }
    const answer = await operation.run(replaying(account, statements.get(operation.id) ?? [], replay), key);
    const body = JSON.stringify(answer);
    response
      .writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      })
      .end(body);
  })();
});
listening(server);
