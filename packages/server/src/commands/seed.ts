import type { Scale } from '@lodestone/demo';

import { Stop, withDatabase } from '../database.ts';
import { type Command, type Given, progressTo, UsageError } from './command.ts';

const SCALES: readonly Scale[] = ['small', 'medium', 'large'];

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Fills an empty database with the demo accounts and prints their API keys once.',
  options: [
    ['--scale SIZE', `${SCALES.join(', ')} (default small): about 1,400, 26,000 or 1 million subscribers`],
  ],
  parse: { scale: { type: 'string' } },
  run(given, config, place) {
    const scale = scaleOf(given['scale'] ?? 'small');
    return withDatabase(config, 'lodestone seed', async (db) => {
      // Production has no demo.
      const { seedDemo } = await import('@lodestone/demo');
      const { seeded, accounts } = await seedDemo(db, { scale, onProgress: progressTo(place) });
      if (!seeded)
        throw new Stop(
          'The database already has accounts, so nothing was changed. The demo needs an empty database.',
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

function scaleOf(given: Given[string]): Scale {
  const scale = SCALES.find((name) => name === given);
  if (scale) return scale;
  throw new UsageError(`--scale must be one of ${SCALES.join(', ')}; got "${String(given)}".`);
}
