import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { connect, type Db, migrate } from '@lodestone/core';
import { sql } from 'kysely';

import { LODESTONE } from '../paths.ts';
import { nodeOptions } from './contender.ts';
import { dropCopy, serverUrl } from './databases.ts';

/** The operator's command as it is run in production, in a process of its own. */
export function lodestone(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...nodeOptions(), LODESTONE, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    // What it logs is read by nobody.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Resolves to where a server that was started with `--json` listens. */
export async function originOf(child: ChildProcess): Promise<string> {
  const [told] = child.stdout ? ((await once(child.stdout, 'data')) as [Buffer]) : ['{}'];
  const { origin } = JSON.parse(String(told).split('\n')[0] ?? '{}') as { origin: string };
  return origin.replace('localhost', '127.0.0.1');
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** An empty database of that name on the bench's server, in place of the one that was there. */
export async function newDatabase(name: string): Promise<{ db: Db; url: string }> {
  await dropCopy(name);
  const server = connect({ databaseUrl: serverUrl(), poolSize: 1, patient: true });
  await sql`create database ${sql.id(name)}`.execute(server);
  await server.destroy();
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const db = connect({ databaseUrl: url.href, patient: true });
  await migrate(db);
  return { db, url: url.href };
}
