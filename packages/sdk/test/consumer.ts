import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expectFor, present } from '../../../scripts/jest/support.ts';

/** The SDK's folder. */
export const sdk = fileURLToPath(new URL('..', import.meta.url));

/** The top of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a program did. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A project outside the repository, as a customer has one: the packed SDK is installed in it. */
export interface Consumer {
  folder: string;
  /** Runs a program in the project, with the given variables added to the environment. */
  run(command: string, args: string[], variables?: Record<string, string>): Promise<Outcome>;
  /** Writes a file of the project and returns its path. */
  write(file: string, content: string): string;
  remove(): void;
}

/** Packs the SDK and installs the tarball in a new project, with further packages from the registry. */
export async function consumer(packages: Record<string, string> = {}): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-consumer-'));
  const write = (file: string, content: string) => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const packed = spawnSync(join(root, 'node_modules/.bin/pnpm'), ['pack', '--pack-destination', folder], {
    cwd: sdk,
    encoding: 'utf8',
  });
  expectFor(packed.stdout + packed.stderr, packed.status).toBe(0);
  const [tarball] = globSync('*.tgz', { cwd: folder });
  present(tarball);
  const dependencies = { '@lodestone/sdk': `file:${tarball}`, ...packages };
  write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
  cpSync(join(sdk, 'test/consumer'), folder, { recursive: true });
  const run: Consumer['run'] = (command, args, variables = {}) => runIn(folder, command, args, variables);
  // The runtimes' own install scripts only move their binaries about.
  const installed = await run('npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  expectFor(installed.stderr, installed.status).toBe(0);
  return { folder, run, write, remove: () => rmSync(folder, { recursive: true }) };
}

async function runIn(
  folder: string,
  command: string,
  args: string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  // Without what the test runner and the developer's own shell have set for themselves.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LODESTONE_|NODE_TEST_|NODE_OPTIONS)/.test(name),
  );
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject)),
  ]);
  return { status, stdout, stderr };
}
