import { createWriteStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { makeFolder } from '@lodestone/core';

import { Stop, withDatabase } from '../database.ts';
import type { KeepFile } from '../outreach/write.ts';
import { secretKeys } from '../secret-key.ts';
import { EVERYBODY, writeSubscribers } from '../subscribers-file/write.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, type Place } from './command.ts';

export const exportSubscribersCommand: Command = {
  name: 'export subscribers',
  summary: 'Writes all subscribers of an account as CSV, which `import subscribers` reads.',
  options: [ACCOUNT, ['--tag TAG', 'only those with the tag']],
  parse: { account: { type: 'string' }, tag: { type: 'string' } },
  run: (given, config, place) =>
    withDatabase(config, 'lodestone export subscribers', async (db) => {
      const account = await accountOf(db, given);
      const { tag } = given;
      const audience = { ...EVERYBODY, ...(typeof tag === 'string' && { tag }) };
      for await (const piece of writeSubscribers(account, audience)) place.out(piece);
    }),
};

export const exportCommand: Command = {
  name: 'export',
  summary:
    'Writes an account’s inboxes, magnets and campaigns as a file that `apply` reads. Passwords become environment variables.',
  options: [
    ACCOUNT,
    ['--files FOLDER', 'write the magnets’ files there, one folder per magnet, and refer to them as assets'],
  ],
  parse: { account: { type: 'string' }, files: { type: 'string' } },
  run: (given, config, place) =>
    withDatabase(config, 'lodestone export', async (db) => {
      const { files } = given;
      const keep = typeof files === 'string' ? keepIn(files, place) : undefined;
      // Loaded here, so that a server does not carry it.
      const { writeOutreach } = await import('../outreach/write.ts');
      const text = await writeOutreach(await accountOf(db, given), await secretKeys(db, config), keep);
      return { text, json: { outreach: text } };
    }),
};

/** Files go beside each other by the slugs of their magnets, and are named from where the command is run. */
function keepIn(folder: string, { cwd }: Place): KeepFile {
  return async ({ slug, name, bytes }) => {
    const file = resolve(cwd, folder, slug, name);
    try {
      makeFolder(dirname(file));
      await pipeline(bytes, createWriteStream(file));
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      throw new Stop(`${file} cannot be written: ${error.message}.`);
    }
    const path = join(folder, slug, name);
    return /^\.{0,2}\//.test(path) ? path : `./${path}`;
  };
}
