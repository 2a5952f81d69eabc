import { createKey, EXPIRY_DAYS, listKeys, READ_SCOPES, revokeKey, SCOPES } from '@lodestone/core';

import { withDatabase } from '../database.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { type Command, type Given, required, UsageError } from './command.ts';

export const keyCreateCommand: Command = {
  name: 'key create',
  summary: 'Creates an API key and prints it. Only its hash is stored, so it is shown only this once.',
  options: [
    ACCOUNT,
    ['--name NAME', 'what the key is for'],
    [
      '--scopes SCOPES',
      `comma-separated; "read" means every read scope (default read). Scopes: ${SCOPES.join(', ')}`,
    ],
    ['--expires DAYS', '30, 60, 90, 365 or never (default 90)'],
  ],
  parse: {
    account: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    expires: { type: 'string' },
  },
  run(given, config) {
    const name = required(given, 'name');
    const scopes = scopesOf(textOf(given['scopes'], 'read'));
    const expires_in_days = daysOf(textOf(given['expires'], '90'));
    return withDatabase(config, 'lodestone key create', async (db) => {
      const { token, key } = await createKey(await accountOf(db, given), { name, scopes, expires_in_days });
      return { text: token, json: { token, key } };
    });
  },
};

export const keyListCommand: Command = {
  name: 'key list',
  summary: "Lists an account's API keys, newest first, including revoked and expired ones.",
  options: [ACCOUNT],
  parse: { account: { type: 'string' } },
  run: (given, config) =>
    withDatabase(config, 'lodestone key list', async (db) => {
      const keys = await listKeys(await accountOf(db, given));
      const lines = keys.map(
        ({ id, state, hint, name, scopes, last_used_at }) =>
          `${id}  ${state.padEnd(7)}  ${hint}  ${name}  (${scopes.join(' ')}; last used ${last_used_at ?? 'never'})`,
      );
      return { text: lines.join('\n') || 'No keys yet.', json: { data: keys } };
    }),
};

export const keyRevokeCommand: Command = {
  name: 'key revoke',
  summary: 'Revokes an API key. It stops working with the next request.',
  options: [ACCOUNT, ['--key KEY', "the key's id (key_…), as `key list` prints it"]],
  parse: { account: { type: 'string' }, key: { type: 'string' } },
  run(given, config) {
    const id = required(given, 'key');
    return withDatabase(config, 'lodestone key revoke', async (db) => {
      const key = await revokeKey(await accountOf(db, given), { id });
      return { text: `Revoked ${key.id} (${key.name}).`, json: { key } };
    });
  },
};

function scopesOf(given: string): string[] {
  return given
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
    .flatMap((scope) => (scope === 'read' ? READ_SCOPES : [scope]));
}

function daysOf(given: string): number | null {
  if (given === 'never') return null;
  const days = EXPIRY_DAYS.find((days) => String(days) === given);
  if (days == null) throw new UsageError(`--expires must be 30, 60, 90, 365 or never; got "${given}".`);
  return days;
}

function textOf(given: Given[string], otherwise: string): string {
  return typeof given === 'string' ? given : otherwise;
}
