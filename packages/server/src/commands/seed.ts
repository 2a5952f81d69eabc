import { type Scale, SCALES, seedDemo } from '@lodestone/core';

import { Stop, withDatabase } from '../database.ts';
import { type Command, UsageError } from './command.ts';

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Fills an empty database with the demo accounts, and prints their API keys once.',
  options: [
    [
      '--scale SIZE',
      `${Object.keys(SCALES).join(', ')} (default small): some 1.4 thousand, 26 thousand or 1 million subscribers`,
    ],
  ],
  parse: { scale: { type: 'string' } },
  run(given, config) {
    const scale = scaleOf(given['scale'] ?? 'small');
    return withDatabase(config, 'lodestone seed', async (db) => {
      const { seeded, accounts } = await seedDemo(db, { scale, onProgress: reportProgress });
      if (!seeded)
        throw new Stop(
          'The database has accounts already, so nothing was changed. The demo needs an empty one.',
        );
      const lines = accounts.flatMap(({ name, keys }) => [
        name,
        ...Object.entries(keys).map(([k, token]) => `  ${k.padEnd(10)} ${token}`),
      ]);
      return {
        text: lines.join('\n'),
        json: { accounts: accounts.map(({ name, keys }) => ({ name, keys })) },
      };
    });
  },
};

/** On stderr, which leaves stdout to the keys. */
export function reportProgress(done: number, total: number, what: string): void {
  process.stderr.write(`[${done}/${total}] ${what}\n`);
}

function scaleOf(given: string | boolean): Scale {
  if (typeof given === 'string' && Object.hasOwn(SCALES, given)) return given as Scale;
  throw new UsageError(`--scale must be one of ${Object.keys(SCALES).join(', ')}; got "${given}".`);
}
