import { ACCOUNT } from './account-of.ts';
import type { Command } from './command.ts';

export const applyCommand: Command = {
  name: 'apply',
  summary: 'Makes an account’s inboxes, magnets and campaigns match a file. Safe to run twice.',
  options: [
    ACCOUNT,
    ['--dry-run', 'print what would change without changing it'],
    ['--prune', 'remove what the file does not mention, in the sections it has'],
  ],
  parse: { account: { type: 'string' }, 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' } },
  file: 'FILE',
  // Loaded here, so that a server does not carry it.
  run: async (given, config, place) => (await import('../outreach/apply.ts')).applyFile(given, config, place),
};
