import { type Difference, reconcile, repairFigures } from '@lodestone/core';

import { withDatabase } from '../database.ts';
import { type Command, progressTo } from './command.ts';

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary:
    'Recomputes every stored figure from the facts and prints each difference. Exits with 1 if there is one, unless it is repaired.',
  options: [['--repair', 'rebuild the figures if any differ; nothing can be written meanwhile']],
  parse: { repair: { type: 'boolean' } },
  run: (given, config, place) =>
    withDatabase(config, 'lodestone reconcile', async (db) => {
      const differences = await reconcile(db, (where) => place.err(`comparing ${where}\n`));
      const repaired = given['repair'] === true && differences.length > 0;
      if (repaired) await repairFigures(db, progressTo(place));
      return {
        text: [
          ...differences.map(lineOf),
          `${differences.length} differences${repaired ? ', repaired' : ''}.`,
        ].join('\n'),
        json: { differences, repaired },
        exitCode: differences.length === 0 || repaired ? 0 : 1,
      };
    }),
};

function lineOf({ where, key, figure, kept, facts }: Difference): string {
  return `${where} ${JSON.stringify(key)} ${figure}: stored ${String(kept)}, the facts say ${String(facts)}`;
}
