import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../free-port.ts';

/** A PostgreSQL of one's own in a temporary folder, which may be killed and frozen. It waits for the disk, as in production. */
export interface Cluster {
  /** Of its database `postgres`. */
  url: string;
  /** `kill -9` of all its processes at once. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops its processes where they are (SIGSTOP), or lets them go on. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** Where PostgreSQL's own programs are; null when they are not installed. */
export function binaries(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted();
  const last = found.at(-1);
  return last === undefined ? null : last.replace(/initdb$/, '');
}

/** PostgreSQL does not run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return uid && gid ? { uid, gid } : undefined;
}

export async function startCluster(): Promise<Cluster> {
  const programs = binaries();
  if (programs === null) throw new Error('There is no PostgreSQL here (/usr/lib/postgresql/*/bin).');
  const who = owner();
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-cluster-'));
  if (who) chownSync(folder, who.uid, who.gid);
  const data = join(folder, 'data');
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { ...who, stdio: 'ignore', cwd: folder });
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'root', '-E', 'UTF8', '--locale', 'C.UTF-8']);
  const port = await freePort();

  const running = () => {
    const file = join(data, 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  };
  const family = () => {
    const pid = running();
    if (pid === null || !existsSync(`/proc/${pid}`)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family()) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended by itself meanwhile.
      }
    }
  };

  const start = async () => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    const control = spawn(
      join(programs, 'pg_ctl'),
      ['start', '-w', '-t', '120', '-D', data, '-l', join(folder, 'log'), '-o', options],
      { ...who, stdio: 'ignore', cwd: folder },
    );
    const code = await new Promise((resolve) => control.once('exit', resolve));
    if (code !== 0) throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
  };
  await start();
  return {
    url: `postgres://root@127.0.0.1:${port}/postgres`,
    start,
    kill: async () => {
      const all = family();
      signal('SIGKILL');
      while (all.some((pid) => existsSync(`/proc/${pid}`))) await setTimeout(10);
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    remove: async () => {
      signal('SIGCONT');
      signal('SIGKILL');
      await setTimeout(200);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
