import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { path } from '../paths.ts';
import { nodeOptions } from './contender.ts';
import { printTable } from './figures.ts';

/** A fresh checkout of what is committed, installed; then how long it takes until it serves: the first time, and again. */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-start-'));
  try {
    must('git', ['clone', '--quiet', '--depth', '1', `file://${path('.')}`, folder], '.');
    must('npx', ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent'], folder);
    const rows: string[][] = [];
    for (const [which, limit] of [
      ['first: builds, creates the database, fills it', 10],
      ['later', 2.5],
      ['later', 2.5],
      ['later', 2.5],
    ] as const) {
      const seconds = await secondsToServe(folder);
      rows.push([which, seconds.toFixed(2), String(limit), seconds <= limit ? 'yes' : 'no']);
    }
    printTable(['start', 's', 'at most', 'holds'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function must(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

/** From the command to the moment at which it says that it serves. */
async function secondsToServe(folder: string): Promise<number> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...nodeOptions(), 'scripts/start.ts', 'serve', '--port', '0', '--json'],
    {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const seconds = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', () => resolve((performance.now() - started) / 1000));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it served.`)));
  });
  child.kill('SIGTERM');
  await ended;
  return seconds;
}
