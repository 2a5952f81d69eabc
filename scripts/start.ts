// `pnpm start` and `pnpm lodestone <command>`: builds what is stale, then becomes the operator's command. It is imported
// into this process, so that no second one stands between a signal and the server.
import { pathToFileURL } from 'node:url';

import { build } from './build.ts';
import { endWithLauncher } from './launcher.ts';
import { path } from './paths.ts';

if (build()) {
  endWithLauncher();
  const main = path('packages/server/dist/main.js');
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
} else {
  console.error('The build failed, so nothing was started.');
  process.exitCode = 1;
}
