import { randomBytes } from 'node:crypto';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { moment } from '../db/rows.ts';
import { uuidOf } from '../ids.ts';
import type { SecretKeys } from '../installation/secrets.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isUsersPassword } from '../users/user.ts';
import { type KeysOf, openSecret, sealSecret, takeCode, takeStep } from './code.ts';
import { newRecoveryCodes, recoveryCodesLeft } from './recovery.ts';
import { authenticatorUri, base32, TOTP_SECRET_BYTES } from './totp.ts';

/** How a user's 2-step sign-in stands. It does nothing while it is being set up. */
export type TwoStep =
  | { state: 'off' | 'being_set_up' }
  | { state: 'on'; since: string; recovery_codes_left: number };

export async function readTwoStep(account: Account, { user_id }: { user_id: string }): Promise<TwoStep> {
  const app = await account
    .select('authenticators')
    .select('confirmed_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!app) return { state: 'off' };
  if (app.confirmed_at === null) return { state: 'being_set_up' };
  return {
    state: 'on',
    since: moment(app.confirmed_at),
    recovery_codes_left: await recoveryCodesLeft(account, user_id),
  };
}

/** Begins to set it up, with a new secret. @throws Refusal `invalid_state` when it is on */
export async function startTwoStep(
  account: Account,
  keys: SecretKeys,
  { user_id }: { user_id: string },
): Promise<void> {
  const secret = sealSecret(account, keys, user_id, randomBytes(TOTP_SECRET_BYTES));
  await account.transaction(async (account) => {
    await account.select('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute();
    const { state } = await readTwoStep(account, { user_id });
    if (state === 'on')
      throw new Refusal('invalid_state', '2-step sign-in is on already. Turn it off first.');
    await account.remove('authenticators').where('user_id', '=', user_id).execute();
    await account.insert('authenticators', { user_id, secret });
  });
}

/** What an app is told while it is being set up: by a QR code, or typed. Null at any other time. @throws SecretError */
export async function readSetUp(
  account: Account,
  keys: SecretKeys,
  { user_id, email }: { user_id: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  const app = await account
    .select('authenticators')
    .select('secret')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!app) return null;
  const secret = openSecret(account, keys, user_id, app.secret);
  return { secret: base32(secret), uri: authenticatorUri(secret, email) };
}

/** Turns it on with the first code of the app. @returns the recovery codes; null for a wrong code */
export async function confirmTwoStep(
  account: Account,
  keys: KeysOf,
  { user_id, code }: { user_id: string; code: string },
): Promise<string[] | null> {
  const known = await keys();
  const first = { user_id, code: code.replaceAll(/\s/g, ''), unconfirmed: true };
  return account.transaction(async (account) => {
    if ((await takeStep(account, () => Promise.resolve(known), first)) === null) return null;
    await audit(account, 'user.two_step_on', user_id);
    return newRecoveryCodes(account, user_id);
  });
}

/** What a user proves themselves with before they change it: the password, where they have one, and a code. */
interface Proof {
  user_id: string;
  password: string;
  code: string;
}

/** What of a proof is wrong. */
export type Unproven = { wrong: 'password' | 'code' };

/** Turns it off. @returns what of the proof is wrong; null once it is off */
export async function turnOffTwoStep(account: Account, keys: KeysOf, proof: Proof): Promise<Unproven | null> {
  const unproven = await prove(account, keys, proof);
  if (unproven === null) await remove(account, proof.user_id);
  return unproven;
}

/** Makes new recovery codes. @returns them, or what of the proof is wrong */
export async function renewRecoveryCodes(
  account: Account,
  keys: KeysOf,
  proof: Proof,
): Promise<string[] | Unproven> {
  const unproven = await prove(account, keys, proof);
  if (unproven !== null) return unproven;
  return account.transaction(async (account) => {
    await audit(account, 'user.recovery_codes', proof.user_id);
    return newRecoveryCodes(account, proof.user_id);
  });
}

/**
 * Turns off the 2-step sign-in of somebody who has lost their app and their codes: for another owner, and the operator.
 * @throws Refusal `not_found`; `invalid_state` for one's own, which takes the password and a code
 */
export async function resetTwoStep(account: Account, { id }: { id: string }): Promise<void> {
  const user_id = uuidOf('usr', id, 'user');
  if (account.actor.kind === 'user' && account.actor.id === user_id) {
    throw new Refusal('invalid_state', 'Turn off your own 2-step sign-in under Your sign-in.');
  }
  if (!(await remove(account, user_id))) throw notFound('2-step sign-in');
}

async function prove(
  account: Account,
  keys: KeysOf,
  { user_id, password, code }: Proof,
): Promise<Unproven | null> {
  if (!(await isUsersPassword(account, { user_id, password }))) return { wrong: 'password' };
  return (await takeCode(account, keys, { user_id, code })) ? null : { wrong: 'code' };
}

async function remove(account: Account, user_id: string): Promise<boolean> {
  return account.transaction(async (account) => {
    const removed = await account
      .remove('authenticators')
      .where('user_id', '=', user_id)
      .returning('confirmed_at')
      .execute();
    if (removed.every(({ confirmed_at }) => confirmed_at === null)) return false;
    await audit(account, 'user.two_step_off', user_id);
    return true;
  });
}
