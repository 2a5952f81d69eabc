import { reconcile } from '@lodestone/core';

import { withDatabase } from '../database.ts';
import type { Command } from './command.ts';

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary:
    'Recomputes every stored figure from the facts and prints each difference. Changes nothing; exits with 1 when there is one.',
  options: [],
  parse: {},
  run: (_given, config) =>
    withDatabase(config, 'lodestone reconcile', async (db) => {
      const differences = await reconcile(db, (where) => process.stderr.write(`comparing ${where}\n`));
      const lines = differences.map(
        ({ where, key, figure, kept, facts }) =>
          `${where} ${JSON.stringify(key)} ${figure}: kept ${String(kept)}, the facts say ${String(facts)}`,
      );
      return {
        text: [...lines, `${differences.length} differences.`].join('\n'),
        json: { differences },
        exitCode: differences.length === 0 ? 0 : 1,
      };
    }),
};
