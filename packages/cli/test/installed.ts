import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expectFor, present } from '../../../scripts/jest/support.ts';

const cli = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a command did. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** How a command is run. */
export interface Circumstances {
  env?: Record<string, string> | undefined;
  /** What is piped in. */
  input?: string | undefined;
  /** What is typed once something has been printed, in the place of `input`. */
  replies?: readonly [printed: string, typed: string][] | undefined;
}

/** The packed command line, installed outside of the repository as a customer does it. */
export interface Installed {
  folder: string;
  /** Runs `lodestone` with these arguments. */
  run(args: string[], circumstances?: Circumstances): Promise<Outcome>;
  /** Runs any program, `lodestone` being on its path. */
  program(command: string, args: string[], circumstances?: Circumstances): Promise<Outcome>;
  remove(): void;
}

/** Packs the command line and installs the tarball, from which registries are out of reach: everything has to be in it. */
export function install(variables: () => Record<string, string>): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-cli-'));
  const packed = spawnSync(join(root, 'node_modules/.bin/pnpm'), ['pack', '--pack-destination', folder], {
    cwd: cli,
    encoding: 'utf8',
  });
  expectFor(packed.stdout + packed.stderr, packed.status).toBe(0);
  const [tarball] = globSync('*.tgz', { cwd: folder });
  present(tarball);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`];
  const installed = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: path() },
  });
  expectFor(installed.stderr, installed.status).toBe(0);

  const program: Installed['program'] = (command, args, { env = {}, input = '', replies } = {}) =>
    runIn(
      folder,
      command,
      args,
      { ...variables(), XDG_CONFIG_HOME: join(folder, 'config'), ...env },
      replies ?? input,
    );
  return {
    folder,
    program,
    run: (args, circumstances) => program('lodestone', args, circumstances),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const path = (...first: string[]): string =>
  [...first, dirname(process.execPath), process.env['PATH']].join(delimiter);

async function runIn(
  folder: string,
  command: string,
  args: string[],
  variables: Record<string, string>,
  input: string | NonNullable<Circumstances['replies']>,
): Promise<Outcome> {
  // Without what the test runner and the developer's own shell have set for themselves.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LODESTONE_|NODE_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      PATH: path(join(folder, 'node_modules/.bin')),
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  if (typeof input === 'string') child.stdin.end(input);
  else reply(child, input);
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject)),
  ]);
  return { status, stdout, stderr };
}

/** Types each reply when what it answers has been printed, and hangs up after the last. */
function reply(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  replies: readonly [string, string][],
): void {
  const left = [...replies];
  let printed = '';
  stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    const [next] = left;
    if (next === undefined || !printed.includes(next[0])) return;
    printed = '';
    left.shift();
    stdin.write(next[1]);
  });
}
