#!/usr/bin/env node
import module from 'node:module';

import { VERSION } from './version.ts';

// The reader of the output, such as head, may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const args = process.argv.slice(2);
if (args[0] === '--version' || args[0] === '-v') console.log(`lodestone ${VERSION}`);
else {
  // Node 22 and later keep what they compiled for the next start.
  (module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
  const { run } = await import('./run.ts');
  // Not process.exit, which would cut off output that is still being written.
  process.exitCode = await run(args);
}
