// What `pnpm pack` puts into the tarball of @lodestone/cli: one file that starts, and parts that are loaded when they are needed. The
// SDK and all libraries are inside, so that the tarball installs by itself, wherever it is.
import { rmSync } from 'node:fs';

import { build as bundle } from 'esbuild';

import { build } from './build.ts';
import { path } from './paths.ts';

if (!build()) process.exit(1);
rmSync(path('packages/cli/bundle'), { recursive: true, force: true });
await bundle({
  entryPoints: [path('packages/cli/src/main.ts')],
  outdir: path('packages/cli/bundle'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'linked',
  logLevel: 'warning',
});
