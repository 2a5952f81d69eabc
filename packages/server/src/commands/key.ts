import {
  type Account,
  createKey,
  type Db,
  EXPIRY_DAYS,
  findUser,
  forAccount,
  fromWire,
  listKeys,
  READ_SCOPES,
  revokeKey,
  SCOPES,
} from '@lodestone/core';

import { Stop, withDatabase } from '../database.ts';
import { type Command, type Given, required, UsageError } from './command.ts';

const ACCOUNT: [string, string] = ['--account ACCOUNT', "the account's id (acc_…) or a user's email address"];

export const keyCreateCommand: Command = {
  name: 'key create',
  summary:
    'Creates an API key and prints it. It is stored as a hash only, so this is the one time that it is shown.',
  options: [
    ACCOUNT,
    ['--name NAME', 'what the key is for'],
    [
      '--scopes SCOPES',
      `comma-separated; "read" stands for every read scope (default read). There are ${SCOPES.join(', ')}`,
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
    const scopes = scopesOf(given['scopes'] ?? 'read');
    const expires_in_days = daysOf(given['expires'] ?? '90');
    return withDatabase(config, 'lodestone key create', async (db) => {
      const { token, key } = await createKey(await accountOf(db, given), { name, scopes, expires_in_days });
      return { text: token, json: { token, key } };
    });
  },
};

export const keyListCommand: Command = {
  name: 'key list',
  summary: "Lists an account's API keys, newest first, revoked and expired ones included.",
  options: [ACCOUNT],
  parse: { account: { type: 'string' } },
  run: (given, config) =>
    withDatabase(config, 'lodestone key list', async (db) => {
      const keys = await listKeys(await accountOf(db, given));
      const lines = keys.map(
        ({ id, state, hint, name, scopes, last_used_at }) =>
          `${id}  ${state.padEnd(7)}  ${hint}  ${name}  (${scopes.join(' ')}; last used ${last_used_at ?? 'never'})`,
      );
      return { text: lines.join('\n') || 'There is no key.', json: { data: keys } };
    }),
};

export const keyRevokeCommand: Command = {
  name: 'key revoke',
  summary: 'Revokes an API key, from the very next request on.',
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

async function accountOf(db: Db, given: Given): Promise<Account> {
  const named = required(given, 'account');
  const id = named.includes('@') ? (await findUser(db, named))?.account_id : fromWire('acc', named);
  const account =
    id == null
      ? undefined
      : await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  if (!account)
    throw new Stop(`There is no account ${named}. Give its id (acc_…) or the address of one of its users.`);
  return forAccount(db, account.id, { kind: 'operator' });
}

function scopesOf(given: string | boolean): string[] {
  return String(given)
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
    .flatMap((scope) => (scope === 'read' ? READ_SCOPES : [scope]));
}

function daysOf(given: string | boolean): number | null {
  if (given === 'never') return null;
  const days = EXPIRY_DAYS.find((days) => String(days) === given);
  if (days == null) throw new UsageError(`--expires must be 30, 60, 90, 365 or never; got "${given}".`);
  return days;
}
