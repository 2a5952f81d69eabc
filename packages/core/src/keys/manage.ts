import { sql } from 'kysely';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import { newId, toWire, uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import {
  EXPIRY_DAYS,
  type ExpiryDays,
  hashOf,
  hintOf,
  type Key,
  KEY_COLUMNS,
  newToken,
  type Scope,
  SCOPES,
} from './key.ts';

type KeyState = 'active' | 'expired' | 'revoked';

const STATE = sql<KeyState>`case
  when revoked_at is not null then 'revoked'
  when expires_at <= clock_timestamp() then 'expired'
  else 'active'
end`;

interface NewKey {
  name: string;
  scopes: readonly string[];
  expires_in_days: number | null;
}

/**
 * Creates a key. The token is in the answer and nowhere else: only its hash is stored. For signed-in people and the
 * operator; no key can make a key.
 * @throws Refusal `invalid_parameter`
 */
export async function createKey(account: Account, input: NewKey) {
  const { name, scopes, expires_in_days } = checked(input);
  const token = newToken();
  const id = newId();
  return account.transaction(async (account) => {
    await account.insert('api_keys', {
      id,
      name,
      hint: hintOf(token),
      token_hash: hashOf(token),
      scopes,
      expires_at:
        expires_in_days === null
          ? null
          : sql<Date>`clock_timestamp() + make_interval(days => ${expires_in_days}::int)`,
    });
    await audit(account, 'key.create', id, { name, scopes, expires_in_days });
    return { token, key: await readKey(account, id) };
  });
}

/** A key as it is listed. */
export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

/** All keys of the account, newest first. Revoked and expired ones stay in the list. */
export async function listKeys(account: Account) {
  const keys = await account
    .select('api_keys')
    .select(KEY_COLUMNS)
    .select(STATE.as('state'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return keys.map(onWire);
}

/** Revokes a key, from the very next request on. Revoking it again keeps the first moment. */
export async function revokeKey(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('key', id, 'key');
  return account.transaction(async (account) => {
    const revoked = await account
      .update('api_keys')
      .set({ revoked_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', uuid)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    const key = await readKey(account, uuid);
    if (revoked.length > 0) await audit(account, 'key.revoke', uuid);
    return key;
  });
}

async function readKey(account: Account, uuid: string) {
  const key = await account
    .select('api_keys')
    .select(KEY_COLUMNS)
    .select(STATE.as('state'))
    .where('id', '=', uuid)
    .executeTakeFirst();
  if (!key) throw notFound('key');
  return onWire(key);
}

function onWire({ revoked_at, ...key }: Key & { state: KeyState }) {
  return {
    ...key,
    id: toWire('key', key.id),
    created_at: moment(key.created_at),
    expires_at: momentOrNull(key.expires_at),
    last_used_at: momentOrNull(key.last_used_at),
    revoked_at: momentOrNull(revoked_at),
  };
}

function checked({ name, scopes, expires_in_days }: NewKey): {
  name: string;
  scopes: Scope[];
  expires_in_days: ExpiryDays;
} {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > 100) {
    throw new Refusal('invalid_parameter', 'A key needs a name of 1 to 100 characters.');
  }
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) {
    throw new Refusal(
      'invalid_parameter',
      `There is no scope "${unknown}". Scopes are ${SCOPES.join(', ')}.`,
    );
  }
  if (scopes.length === 0) throw new Refusal('invalid_parameter', 'A key needs at least one scope.');
  const expiry = EXPIRY_DAYS.find((days) => days === expires_in_days);
  if (expiry === undefined) {
    throw new Refusal('invalid_parameter', 'A key expires after 30, 60, 90 or 365 days, or never.');
  }
  return { name: trimmed, scopes: SCOPES.filter((scope) => scopes.includes(scope)), expires_in_days: expiry };
}
