import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../../../scripts/free-port.ts';
import { needing } from '../../../scripts/jest/needs.ts';
import { TEST_DATABASE_URL } from '../../core/test/databases.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

/** Declares tests that need PgBouncer before PostgreSQL. */
export const onPgBouncer = needing('PgBouncer', program !== undefined && TEST_DATABASE_URL !== '');

export interface PgBouncer {
  /** The way through it to a database. */
  to(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts one before the tests' PostgreSQL, with three connections: whoever has one has another the next moment. */
export async function startPgBouncer(more = ''): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(TEST_DATABASE_URL);
  const listening = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const login = `user=${username || 'postgres'}${password === '' ? '' : ` password=${password}`}`;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432} ${login} connect_query='set statement_timeout = 2300; set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
server_round_robin = 1
${more}
`,
  );
  // It refuses to be root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(program ?? '', ['-q', ...user, file], { stdio: 'ignore' });
  await answering(child, listening);
  return {
    to: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String(listening);
      return url.href;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + 30_000;
  while (performance.now() < until && child.exitCode === null) {
    const answers = await fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      // It takes the connection, and does not speak HTTP.
      (error: Error & { cause?: { code?: string } }) => error.cause?.code !== 'ECONNREFUSED',
    );
    if (answers) return;
    await setTimeout(50);
  }
  throw new Error('PgBouncer did not start.');
}
