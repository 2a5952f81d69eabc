// Builds every package and the reference into dist, and bundles the server. Incremental: a second run costs some 60 ms.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

import { docsAreCurrent } from './build-docs.ts';
import { serverIsBundled } from './bundle-server.ts';
import { path } from './paths.ts';

/** Runs the workspace's TypeScript (7; `typescript` inside scripts/ is 5.9, for the generator alone). */
export function tsc(...args: string[]): boolean {
  // Diagnostics go to stderr, so that `pnpm lodestone ... --json` keeps stdout for itself.
  const { status } = spawnSync(process.execPath, [path('node_modules/typescript/bin/tsc'), ...args], {
    cwd: path('.'),
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

/** Builds what a server is run from: its bundle and the reference. Each takes about a second, where its sources changed. */
export function buildServer(): boolean {
  return (
    (docsAreCurrent() || run('scripts/build-docs.ts')) &&
    (serverIsBundled() || run('scripts/bundle-server.ts'))
  );
}

/** Builds all there is: every package with its types, and the server. */
export function build(): boolean {
  const built = tsc('-b', 'packages');
  markCommonJs();
  return built && buildServer();
}

/** Builds the SDK alone, for who packs it. */
export function buildSdk(): boolean {
  const built = tsc('-b', 'packages/sdk', 'packages/sdk/tsconfig.cjs.json');
  markCommonJs();
  return built;
}

/** Without it Node would read the CommonJS half of the SDK as ES modules: the package's type is "module". */
function markCommonJs(): void {
  mkdirSync(path('packages/sdk/dist/cjs'), { recursive: true });
  writeFileSync(path('packages/sdk/dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

function run(script: string): boolean {
  return spawnSync(process.execPath, [path(script)], { stdio: ['ignore', 2, 2] }).status === 0;
}

if (import.meta.main && !build()) process.exitCode = 1;
