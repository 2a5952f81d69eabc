import { openDatabase, migrateOrStop } from '../database.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to this program. Safe to run twice, and from several machines at once.',
  options: [],
  parse: {},
  async run(_given, config) {
    const { db, close } = await openDatabase(config, 'lodestone migrate', { patient: true });
    try {
      const applied = await migrateOrStop(db, config);
      return {
        text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
        json: { applied },
      };
    } finally {
      await close();
    }
  },
};
