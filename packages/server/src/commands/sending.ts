import { stopInstallation } from '@lodestone/core';

import { checkSending, howToResume, resumeSending } from '../installation.ts';
import { withDatabase } from '../database.ts';
import type { Command } from './command.ts';

export const sendingStatusCommand: Command = {
  name: 'sending status',
  summary: 'Says whether emails are sent from here. A copied or restored database holds them back.',
  options: [],
  parse: {},
  run: (_given, config) =>
    withDatabase(config, 'lodestone sending status', async (db) => {
      const held = await checkSending(db, config);
      const text = held === null ? 'Emails may be sent.' : `Sending is held: ${held}. ${howToResume(config)}`;
      return { text, json: { held }, exitCode: held === null ? 0 : 1 };
    }),
};

export const sendingResumeCommand: Command = {
  name: 'sending resume',
  summary:
    'Starts sending from this database. Run it after a restore or a copy, once nothing else sends the same emails.',
  options: [],
  parse: {},
  run: (_given, config) =>
    withDatabase(config, 'lodestone sending resume', async (db) => {
      await resumeSending(db, config);
      return {
        text: 'Emails are now sent from this database. Running servers notice within seconds.',
        json: { held: null },
      };
    }),
};

export const sendingHoldCommand: Command = {
  name: 'sending hold',
  summary:
    'Sends nothing from this database, whoever works on it, until `sending resume`. Run it before a restored backup is used.',
  options: [],
  parse: {},
  run: (_given, config) =>
    withDatabase(config, 'lodestone sending hold', async (db) => {
      await stopInstallation(db);
      return {
        text: 'Sending is held. Running servers see it within a minute.',
        json: { held: await checkSending(db, config) },
      };
    }),
};
