import type { Command } from '../command.ts';
import { OPERATIONS } from '../generated/operations.ts';
import { api } from './api.ts';
import { check } from './check.ts';
import { complete, completion } from './completion.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { mcp } from './mcp.ts';
import { operationCommand } from './operation.ts';
import { profiles } from './profiles.ts';
import { watch } from './watch.ts';
import { whoami } from './whoami.ts';

/** A command for each operation of the contract. */
export const operations: readonly Command[] = OPERATIONS.map(operationCommand);

/** What belongs to the command line itself. */
export const own: readonly Command[] = [
  login,
  logout,
  profiles,
  whoami,
  watch,
  check,
  api,
  mcp,
  completion,
  complete,
];

export const commands: readonly Command[] = [...operations, ...own];
