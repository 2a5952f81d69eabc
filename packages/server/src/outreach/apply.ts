import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import type { Account, Db } from '@lodestone/core';

import type { Config } from '../config.ts';
import { Stop, withDatabase } from '../database.ts';
import { campaignChanges } from './campaigns.ts';
import { type Change, printed } from './change.ts';
import { type OutreachFile, OutreachProblems } from './file.ts';
import { inboxChanges } from './inboxes.ts';
import { magnetChanges } from './magnets.ts';
import { located, readOutreach } from './read.ts';
import { rehearse } from './rehearsal.ts';
import { secretKeys } from '../secret-key.ts';
import { accountOf } from '../commands/account-of.ts';
import { type Given, type Place, required } from '../commands/command.ts';

/** What `lodestone apply FILE` does. */
export function applyFile(given: Given, config: Config, place: Place) {
  const path = resolve(place.cwd, required(given, 'file'));
  const text = readText(path);
  const outreach = readOutreach(text, relative(place.cwd, path) || path, place.env);
  return withDatabase(config, 'lodestone apply', async (db) => {
    const account = await accountOf(db, given);
    try {
      return await apply(account, outreach.file, { db, config, given, place, folder: dirname(path) });
    } catch (error) {
      if (error instanceof OutreachProblems) throw located(error, outreach);
      throw error;
    }
  });
}

interface Applying {
  db: Db;
  config: Config;
  given: Given;
  place: Place;
  folder: string;
}

async function apply(account: Account, file: OutreachFile, applying: Applying) {
  const { given, place } = applying;
  const notes: string[] = [];
  const sections = sectionsOf(account, file, applying, (text) => notes.push(text));
  const all: Change[] = [];
  // All of the difference is told before anything is changed.
  for (const section of sections) all.push(...(await section()));
  await rehearse(account, all);
  const asJson = given['json'] === true;
  const isDry = given['dry-run'] === true;
  const changes = all.map(({ kind, what, details }) => ({ kind, what, details }));
  if (all.length > 0 && !asJson) place.out(`${printed(all)}\n`);
  if (!isDry) for (const change of all) await change.apply(account, false);
  const summary =
    all.length === 0
      ? 'nothing to change'
      : isDry
        ? `${numberOf(all)} to make; nothing was changed (--dry-run)`
        : `${numberOf(all)} made`;
  return {
    text: [...notes, summary].join('\n'),
    json: { changes, applied: !isDry && all.length > 0, notes },
  };
}

function sectionsOf(
  account: Account,
  { inboxes, magnets, campaigns }: OutreachFile,
  { db, config, given, folder }: Applying,
  note: (text: string) => void,
): (() => Promise<Change[]>)[] {
  const prune = given['prune'] === true;
  const { publicUrl, smtpUrl } = config;
  const keys = () => secretKeys(db, config);
  return [
    async () => (inboxes ? inboxChanges(account, inboxes, await keys(), { prune }) : []),
    async () => {
      if (!magnets) return [];
      const settings = { publicUrl, smtpUrl, secretKeys: keys };
      return magnetChanges(account, magnets, { prune, folder, settings, owner: await ownerOf(account) });
    },
    async () => {
      const coming = new Set(magnets?.map(({ slug }) => slug));
      return campaigns ? campaignChanges(account, campaigns, { prune, note, coming }) : [];
    },
  ];
}

/** The address that gets an account's tests: its first owner's. */
async function ownerOf(account: Account): Promise<string> {
  const owner = await account
    .select('users')
    .select('email')
    .where('role', '=', 'owner')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!owner) throw new Stop('The account has no user to send a test to.');
  return owner.email;
}

function numberOf(changes: readonly Change[]): string {
  return changes.length === 1 ? '1 change' : `${changes.length} changes`;
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new Stop(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
