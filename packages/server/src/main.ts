import { DataDirInUse } from '@lodestone/core';

import { runCommandLine } from './commands/index.ts';
import { forwardCommand } from './control/forward.ts';
import { keepOwnFiles } from './control/own-files.ts';

// Whoever reads the output, such as head, may have had enough of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const { args, remove } = await keepOwnFiles(process.argv.slice(2));
// Not process.exit, which would cut off what is still to be printed.
try {
  process.exitCode = await runCommandLine([...args]);
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error;
  const exitCode = await forwardCommand(args, error.dir);
  if (exitCode === null) console.error(`lodestone: ${error.message}`);
  process.exitCode = exitCode ?? 1;
} finally {
  remove();
}
