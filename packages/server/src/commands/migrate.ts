import { openDatabase, migrateOrStop } from '../database.ts';
import type { Command } from './command.ts';
import { reportProgress } from './seed.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to this version. Safe to run twice, and from several machines at once.',
  options: [],
  parse: {},
  async run(_given, config) {
    const { db, close } = await openDatabase(config, 'lodestone migrate', { patient: true });
    try {
      const applied = await migrateOrStop(db, config, reportProgress);
      return {
        text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
        json: { applied },
      };
    } finally {
      await close();
    }
  },
};
