// `pnpm start` and `pnpm lodestone <command>`: builds what is stale, then becomes the operator's command. It is imported
// into this process, so that no second one stands between a signal and the server.
import { pathToFileURL } from 'node:url';

import { buildServer } from './build.ts';
import { endWithLauncher } from './launcher.ts';
import { LODESTONE } from './paths.ts';

if (buildServer()) {
  endWithLauncher();
  process.argv[1] = LODESTONE;
  await import(pathToFileURL(LODESTONE).href);
} else {
  console.error('The build failed, so nothing was started.');
  process.exitCode = 1;
}
