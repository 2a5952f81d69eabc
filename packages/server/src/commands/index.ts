import { DataDirInUse, Refusal } from '@lodestone/core';

import { accountCreateCommand } from './account.ts';
import { applyCommand } from './apply.ts';
import { type Command, HERE, type Place, runCommand, UsageError } from './command.ts';
import { exportCommand, exportSubscribersCommand } from './export.ts';
import { importSubscribersCommand } from './import.ts';
import { inboxRerunCommand } from './inbox.ts';
import { keyCreateCommand, keyListCommand, keyRevokeCommand } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { planCommand } from './plan.ts';
import { reconcileCommand } from './reconcile.ts';
import { seedCommand } from './seed.ts';
import { sendingHoldCommand, sendingResumeCommand, sendingStatusCommand } from './sending.ts';
import { serveCommand } from './serve.ts';
import { signInLinkCommand, twoStepOffCommand } from './user.ts';
import { workCommand } from './work.ts';
import { type Config, ConfigError } from '../config.ts';
import { Stop } from '../database.ts';

const COMMANDS: Command[] = [
  serveCommand(runCommandLine),
  workCommand,
  migrateCommand,
  seedCommand,
  accountCreateCommand,
  signInLinkCommand,
  twoStepOffCommand,
  keyCreateCommand,
  keyListCommand,
  keyRevokeCommand,
  applyCommand,
  planCommand,
  importSubscribersCommand,
  exportSubscribersCommand,
  exportCommand,
  inboxRerunCommand,
  reconcileCommand,
  sendingStatusCommand,
  sendingHoldCommand,
  sendingResumeCommand,
];

/**
 * Runs a command line, and says what is wrong with it where it was written.
 * @param config of the process that runs it; by default as the environment says
 * @returns the exit code: 2 is for a command line that cannot be followed
 * @throws DataDirInUse when another process has the embedded database open
 */
export async function runCommandLine(args: string[], place: Place = HERE, config?: Config): Promise<number> {
  try {
    return await follow(args, place, config);
  } catch (error) {
    if (error instanceof DataDirInUse) throw error;
    const isExpected = [Stop, ConfigError, UsageError, Refusal].some((kind) => error instanceof kind);
    place.err(
      isExpected && error instanceof Error
        ? `lodestone: ${error.message}\n`
        : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return error instanceof UsageError ? 2 : 1;
  }
}

async function follow(args: string[], place: Place, config: Config | undefined): Promise<number> {
  // `pnpm lodestone -- serve` hands the two dashes on.
  if (args[0] === '--') args.shift();
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (command) return runCommand(command, args.slice(command.name.split(' ').length), place, config);
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    place.out(`${overview()}\n`);
    return 0;
  }
  const asked = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  throw new UsageError(`There is no command "${asked}". See \`npx pnpm lodestone --help\`.`);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    'lodestone <command> [options]',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Run a command with --help to see its options.',
  ].join('\n');
}
