// The program in one file, and parts that are loaded when they are needed: reading 2,700 files of libraries took three quarters of the
// time until a command began.
import { globSync, rmSync } from 'node:fs';

import { isCurrent, markCurrent } from './built-from.ts';
import { path } from './paths.ts';

const BUNDLE = path('packages/server/bundle');

/** Read from where they lie, for the files beside them: the embedded database's and machine code. The server's package depends on them. */
const APART = ['@electric-sql/pglite', '@electric-sql/pglite/*', '@node-rs/argon2'];

/** Whether the bundle was made of what is built now. */
export function serverIsBundled(): boolean {
  return isCurrent(BUNDLE, sources());
}

async function bundleServer(): Promise<void> {
  const { build } = await import('esbuild');
  rmSync(BUNDLE, { recursive: true, force: true });
  await build({
    entryPoints: {
      main: path('packages/server/dist/main.js'),
      // A thread of its own, which is started by its file beside the rest.
      'guessable-thread': path('packages/core/dist/users/guessable-thread.js'),
    },
    outdir: BUNDLE,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: APART,
    // Libraries that are CommonJS ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
  });
  markCurrent(BUNDLE, sources());
}

/** What changes whenever one of our files or a library does. */
function sources(): string[] {
  const built = ['packages/*/dist/.tsbuildinfo', 'packages/sdk/dist/esm.tsbuildinfo'];
  return globSync([...built, 'pnpm-lock.yaml', 'scripts/bundle-server.ts'], { cwd: path('.') })
    .toSorted()
    .map(path);
}

if (import.meta.main) await bundleServer();
