import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { connect } from '@lodestone/core';
import { sql } from 'kysely';

import { needing } from '../../../scripts/jest/needs.ts';
import { freePort } from '../../../scripts/free-port.ts';

const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed();
const bin = initdb === undefined ? '' : dirname(initdb);

/** PostgreSQL refuses to be root. */
const owner = process.getuid?.() === 0 ? idsOf('postgres') : {};

/** Declares tests that start PostgreSQL servers of their own. */
export const onOwnServers = needing(
  "PostgreSQL's programs in /usr/lib/postgresql",
  existsSync(join(bin, 'pg_basebackup')) && owner !== null,
);

/** A PostgreSQL server of one test's own. */
export interface Cluster {
  databaseUrl: string;
  start(): Promise<void>;
  /** At once, as when its machine loses power. */
  kill(): Promise<void>;
}

/** Makes servers in a folder of their own, and ends and forgets them together. */
export function clusters(): {
  primary(): Promise<Cluster>;
  replicaOf(primary: Cluster): Promise<Cluster>;
  end(): Promise<void>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-clusters-'));
  if (owner?.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  const made: Cluster[] = [];

  async function added(dataDir: string): Promise<Cluster> {
    const cluster = clusterIn(dataDir, folder, await freePort());
    made.push(cluster);
    await cluster.start();
    return cluster;
  }

  return {
    primary: () => {
      const dataDir = join(folder, 'primary');
      run('initdb', [
        '-D',
        dataDir,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ]);
      return added(dataDir);
    },
    replicaOf: ({ databaseUrl }) => {
      const dataDir = join(folder, 'replica');
      run('pg_basebackup', [
        '-d',
        databaseUrl,
        '-D',
        dataDir,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ]);
      return added(dataDir);
    },
    end: async () => {
      for (const cluster of made) await cluster.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function clusterIn(dataDir: string, sockets: string, port: number): Cluster {
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets}`,
    'fsync=off',
    'shared_buffers=32MB',
  ];
  let child: ChildProcess | undefined;
  return {
    databaseUrl,
    start: async () => {
      child = spawn(
        join(bin, 'postgres'),
        ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])],
        {
          ...owner,
          stdio: 'ignore',
        },
      );
      await answering(databaseUrl, child);
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

async function answering(databaseUrl: string, child: ChildProcess): Promise<void> {
  const db = connect({ databaseUrl, poolSize: 1 });
  try {
    while (child.exitCode === null) {
      const answers = await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      if (answers) return;
      await setTimeout(100);
    }
    throw new Error('The server did not start.');
  } finally {
    await db.destroy();
  }
}

function run(program: string, args: string[]): void {
  execFileSync(join(bin, program), args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() });
}

function idsOf(user: string): { uid?: number; gid?: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}
