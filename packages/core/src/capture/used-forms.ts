import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { FORM_HOURS } from './form-token.ts';

/** Notes that a form was sent. @returns false for one that was sent before */
export async function useForm(account: Account, nonce: string): Promise<boolean> {
  const used = await account
    .select('used_forms')
    .select('nonce')
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  if (used) return false;
  await account.insert('used_forms', { nonce });
  return true;
}

/** Forgets forms that nobody could send again, since they are too old by now. @returns how many there were */
export async function pruneUsedForms(account: Account): Promise<number> {
  const deleted = await account
    .remove('used_forms')
    .where('used_at', '<', sql<Date>`now() - ${2 * FORM_HOURS} * interval '1 hour'`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
