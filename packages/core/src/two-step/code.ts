import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { decrypt, encrypt, type SecretContext, type SecretKeys } from '../installation/secrets.ts';
import { isRecoveryCode, takeRecoveryCode } from './recovery.ts';
import { stepOfCode } from './totp.ts';

/** The installation's keys, asked for once they are needed: who lost theirs still has recovery codes. */
export type KeysOf = () => Promise<SecretKeys>;

/** Encrypts a user's secret for the database. */
export function sealSecret(account: Account, keys: SecretKeys, user_id: string, secret: Uint8Array): Buffer {
  return Buffer.from(encrypt(keys, Buffer.from(secret).toString('base64'), contextOf(account, user_id)));
}

/** The secret that `sealSecret` encrypted. @throws SecretError */
export function openSecret(
  account: Account,
  keys: SecretKeys,
  user_id: string,
  sealed: Uint8Array,
): Uint8Array {
  return Buffer.from(decrypt(keys, Buffer.from(sealed).toString(), contextOf(account, user_id)), 'base64');
}

/**
 * Takes a code of a user whose 2-step sign-in is on: of their app, or one of their recovery codes. None is taken twice, nor one of the app
 * that is older than the last.
 * @throws SecretError when the installation's keys cannot read the app's secret
 */
export async function takeCode(
  account: Account,
  keys: KeysOf,
  { user_id, code }: { user_id: string; code: string },
): Promise<boolean> {
  const text = code.replaceAll(/[\s-]/g, '').toLowerCase();
  const recovery = text.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (isRecoveryCode(recovery)) return takeRecoveryCode(account, user_id, recovery);
  return (await takeStep(account, keys, { user_id, code: text })) !== null;
}

/**
 * Takes a code of the app alone.
 * @param unconfirmed whether it is the first one, of an app that is being set up
 * @returns its step, or null for one that is wrong, used or too old
 */
export async function takeStep(
  account: Account,
  keys: KeysOf,
  { user_id, code, unconfirmed = false }: { user_id: string; code: string; unconfirmed?: boolean },
): Promise<number | null> {
  const app = await account
    .select('authenticators')
    .select(['secret', sql<Date>`clock_timestamp()`.as('now')])
    .where('user_id', '=', user_id)
    .where('confirmed_at', unconfirmed ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (!app) return null;
  const step = stepOfCode(openSecret(account, await keys(), user_id, app.secret), code, app.now);
  if (step === null) return null;
  // One guarded update: of two who send the same code at once one is taken.
  const taken = await account
    .update('authenticators')
    .set({ last_step: step, ...(unconfirmed && { confirmed_at: sql<Date>`clock_timestamp()` }) })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .where('secret', '=', app.secret)
    .where('confirmed_at', unconfirmed ? 'is' : 'is not', null)
    .returning('user_id')
    .execute();
  return taken.length === 0 ? null : step;
}

function contextOf(account: Account, user_id: string): SecretContext {
  return { account: account.id, purpose: `authenticator of ${user_id}` };
}
