import { DataDirInUse, Refusal } from '@lodestone/core';

import { accountCreateCommand } from './commands/account.ts';
import { type Command, runCommand, UsageError } from './commands/command.ts';
import { keyCreateCommand, keyListCommand, keyRevokeCommand } from './commands/key.ts';
import { migrateCommand } from './commands/migrate.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import { seedCommand } from './commands/seed.ts';
import { serveCommand } from './commands/serve.ts';
import { signInLinkCommand } from './commands/user.ts';
import { ConfigError } from './config.ts';
import { Stop } from './database.ts';

const COMMANDS: Command[] = [
  serveCommand,
  migrateCommand,
  seedCommand,
  accountCreateCommand,
  signInLinkCommand,
  keyCreateCommand,
  keyListCommand,
  keyRevokeCommand,
  reconcileCommand,
];

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = [Stop, ConfigError, UsageError, DataDirInUse, Refusal].some(
    (kind) => error instanceof kind,
  );
  console.error(isExpected && error instanceof Error ? `lodestone: ${error.message}` : error);
  // Not process.exit, which would cut off what is still to be printed. 2 is for a command line that cannot be followed.
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(args: string[]): Promise<void> {
  // `pnpm lodestone -- serve` hands the two dashes on.
  if (args[0] === '--') args.shift();
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (command) return runCommand(command, args.slice(command.name.split(' ').length));
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    console.log(overview());
    return;
  }
  const asked = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  throw new UsageError(`There is no command "${asked}". See \`lodestone --help\`.`);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'lodestone <command> [options]',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each command tells its options with --help.',
  ].join('\n');
}
