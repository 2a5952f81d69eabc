import { DataDirInUse } from '@lodestone/core';

import { runCommandLine } from './commands/index.ts';
import { forwardCommand } from './control/forward.ts';
import { keepOwnFiles } from './control/own-files.ts';
import { LONGEST_SOCKET, socketOf } from './control/socket.ts';

/** Why the server that works in a directory carries out no command, where that is for its path. */
function unheard(dir: string): string {
  if (socketOf(dir) !== null) return '';
  return ` It carries out no commands, since the path is too long for its socket (at most ${LONGEST_SOCKET} bytes). Stop it first, or start it with a shorter path, such as that of a link to this directory.`;
}

// The reader of the output, such as head, may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const { args, remove } = await keepOwnFiles(process.argv.slice(2));
// Not process.exit, which would cut off output that is still being written.
try {
  process.exitCode = await runCommandLine([...args]);
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error;
  const exitCode = await forwardCommand(args, error.dir);
  if (exitCode === null) console.error(`lodestone: ${error.message}${unheard(error.dir)}`);
  process.exitCode = exitCode ?? 1;
} finally {
  remove();
}
