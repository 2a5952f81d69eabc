import type { Account } from '@lodestone/core';
import type { Difference } from '@lodestone/jobs/inbox/rerun.js';

import { withDatabase } from '../database.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, type Given, type Place } from './command.ts';

export const inboxRerunCommand: Command = {
  name: 'inbox rerun',
  summary:
    'Rereads an account’s stored emails, matches and classifies them again, and prints each difference before applying it.',
  options: [ACCOUNT, ['--dry-run', 'print what would change without changing it']],
  parse: { account: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: (given, config, place) =>
    withDatabase(config, 'lodestone inbox rerun', async (db) =>
      rerun(await accountOf(db, given), given, place),
    ),
};

/** Emails first: what they are read as decides what there is to classify. */
async function rerun(account: Account, given: Given, place: Place) {
  const { reclassify, rereadKept } = await import('@lodestone/jobs/inbox/rerun.js');
  const isDry = given['dry-run'] === true;
  const tell = (differences: readonly Difference[]) => {
    if (given['json'] === true) return;
    for (const { of, was, is } of differences) place.out(`  ${of}: ${was} → ${is}\n`);
  };
  const { read, differences } = await rereadKept(account);
  tell(differences);
  if (!isDry) for (const difference of differences) await difference.apply();
  const intents = await reclassify(account);
  tell(intents);
  if (!isDry) for (const difference of intents) await difference.apply();
  const all = [...differences, ...intents].map(({ of, was, is }) => ({ of, was, is }));
  const number = all.length === 1 ? '1 difference' : `${all.length} differences`;
  const made = all.length === 0 ? '' : isDry ? '; nothing was changed (--dry-run)' : ', made';
  return {
    text: `${read} stored emails read, ${number}${made}.`,
    json: { read, differences: all, applied: !isDry && all.length > 0 },
  };
}
