import type { Command } from './command.ts';

export const workCommand: Command = {
  name: 'work',
  summary: 'Runs the background jobs, alongside servers started with --no-jobs. Needs DATABASE_URL.',
  options: [],
  parse: {},
  async run(given, config) {
    // The other commands need nothing of it.
    const { work } = await import('../work.ts');
    await work(config, { json: given['json'] === true });
  },
};
