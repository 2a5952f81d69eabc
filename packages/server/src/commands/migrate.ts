import { openDatabase, migrateOrStop } from '../database.ts';
import { type Command, progressTo } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to this version. Safe to run twice, and from several machines at once.',
  options: [],
  parse: {},
  async run(_given, config, place) {
    const { db, close } = await openDatabase(config, 'lodestone migrate', { patient: true });
    try {
      const applied = await migrateOrStop(db, config, progressTo(place));
      return {
        text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
        json: { applied },
      };
    } finally {
      await close();
    }
  },
};
