import { randomInt } from 'node:crypto';

import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { hashOf } from '../keys/key.ts';

/** Recovery codes that a user gets at once. */
export const RECOVERY_CODES = 10;

/** Crockford's digits, none of which looks like another. 16 of them are 80 random bits, more than a hash can be searched for. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** Whether a text, without its white space and dashes, has the form of such a code. */
export function isRecoveryCode(text: string): boolean {
  return text.length === LENGTH && [...text].every((digit) => DIGITS.includes(digit));
}

/** Gives a user new recovery codes, in the place of those they had. @returns them, which are stored nowhere */
export async function newRecoveryCodes(account: Account, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await account.remove('recovery_codes').where('user_id', '=', user_id).execute();
  await account.insert(
    'recovery_codes',
    codes.map((code) => ({ user_id, code_hash: hashOf(code.replaceAll('-', '')) })),
  );
  return codes;
}

/** How many of a user's recovery codes are left. */
export async function recoveryCodesLeft(account: Account, user_id: string): Promise<number> {
  return (await account.select('recovery_codes').select('user_id').where('user_id', '=', user_id).execute())
    .length;
}

/** Uses a recovery code up. @returns false when it is not one of the user's codes, or was used before */
export function takeRecoveryCode(account: Account, user_id: string, code: string): Promise<boolean> {
  return account.transaction(async (account) => {
    const used = await account
      .remove('recovery_codes')
      .where('user_id', '=', user_id)
      .where('code_hash', '=', hashOf(code))
      .returning('user_id')
      .execute();
    if (used.length === 0) return false;
    await audit(account, 'user.recovery_code', user_id, { left: await recoveryCodesLeft(account, user_id) });
    return true;
  });
}

function newCode(): string {
  const digits = Array.from({ length: LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return (digits.match(/.{4}/g) ?? []).join('-');
}
