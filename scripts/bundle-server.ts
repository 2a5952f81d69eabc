// The program in one file, and parts that are loaded when they are needed: reading 2,700 files of libraries took three quarters of the
// time until a command began. It is made of the sources as they lie, since checking their types takes longer than all else of a first
// start.
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import type { Plugin } from 'esbuild';

import { buildFrom, isCurrent } from './built-from.ts';
import { path } from './paths.ts';

const BUNDLE = path('packages/server/bundle');

/** Read from where they lie, for the files beside them: the embedded database's and machine code. The server's package depends on them. */
const APART = ['@electric-sql/pglite', '@electric-sql/pglite/*', '@node-rs/argon2'];

/** Names the parts of the last bundle, in its directory. */
const PARTS = '.parts';

/** Milliseconds that a part of an earlier bundle is kept, from when it was replaced. */
const KEPT_FOR = 7 * 86_400_000;

/** Finds our packages by their sources, where their `exports` name what `tsc` makes of them. */
const fromSources: Plugin = {
  name: 'from sources',
  setup({ onResolve }) {
    onResolve({ filter: /^@lodestone\// }, ({ path: asked }) => {
      const [, name = '', ...file] = asked.split('/');
      const source = file.join('/').replace(/\.js$/, '') || 'index';
      return { path: path(`packages/${name}/src/${source}.ts`) };
    });
  },
};

/** Whether the bundle was made of the present sources. */
export function serverIsBundled(): boolean {
  return isCurrent(BUNDLE, sources());
}

async function bundleServer(): Promise<void> {
  const { build } = await import('esbuild');
  await buildFrom(BUNDLE, sources(), async () => {
    removeOldParts(BUNDLE);
    const { outputFiles } = await build({
      entryPoints: {
        main: path('packages/server/src/main.ts'),
        // A thread of its own, which is started by its file beside the rest.
        'guessable-thread': path('packages/core/src/users/guessable-thread.ts'),
      },
      outdir: BUNDLE,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      external: APART,
      plugins: [fromSources],
      // Libraries that are CommonJS ask for Node's own modules by `require`.
      banner: {
        js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
      },
      legalComments: 'none',
      // Node holds the text of what it has loaded for as long as it runs, and the half of it is comments and spaces.
      minifyWhitespace: true,
      lineLimit: 120,
      logLevel: 'warning',
      write: false,
    });
    mkdirSync(BUNDLE, { recursive: true });
    // Each whole or not at all, and what starts the program after what it loads: somebody may be starting it.
    for (const { path: file, text } of outputFiles.toReversed()) {
      writeFileSync(`${file}.${process.pid}`, inAscii(text));
      renameSync(`${file}.${process.pid}`, file);
    }
    writeFileSync(join(BUNDLE, PARTS), outputFiles.map(({ path: file }) => basename(file)).join('\n'));
  });
}

/**
 * The same program without a character beyond ASCII, one of which makes Node hold two bytes for each of the others. In strings esbuild
 * sees to that, but not in templates that have a tag and in regular expressions.
 */
export function inAscii(text: string): string {
  // A character may have been escaped by a backslash that it did not need.
  return text.replaceAll(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, unit: string) => {
    const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return slashes.slice(slashes.length % 2) + escaped;
  });
}

/**
 * Parts of earlier bundles stay for as long as a server may run that still loads them: they are named by what they hold. What is being
 * replaced now is as old as it ever was, and in use.
 */
export function removeOldParts(directory: string): void {
  const list = join(directory, PARTS);
  const present = globSync('*', { cwd: directory });
  const replaced = new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n') : present);
  for (const part of present) {
    const file = join(directory, part);
    if (replaced.has(part)) utimesSync(file, new Date(), new Date());
    else if (Date.now() - statSync(file).mtimeMs > KEPT_FOR) rmSync(file);
  }
}

/** What changes whenever one of our files or a library does. */
function sources(): string[] {
  return globSync(['packages/*/src/**/*.{ts,tsx}', 'pnpm-lock.yaml', 'scripts/bundle-server.ts'], {
    cwd: path('.'),
  })
    .toSorted()
    .map(path);
}

if (import.meta.main) await bundleServer();
