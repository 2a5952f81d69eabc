import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';

/**
 * Takes a sending inbox out of use, or back into it. One that is there already stays as it is. A pause by the system is
 * another matter, and is not lifted by this: what comes back says whether there is one.
 * @throws Refusal `not_found`, `invalid_state` for a disconnected inbox
 */
export async function setInboxStatus(
  account: Account,
  { id, status }: { id: string; status: 'active' | 'paused' },
) {
  const uuid = uuidOf('eml', id, 'sending inbox');
  return account.transaction(async (account) => {
    const moved = await account
      .update('email_accounts')
      .set({ status })
      .where('id', '=', uuid)
      .where('status', 'in', ['active', 'paused'])
      .returning('system_paused_at')
      .executeTakeFirst();
    if (!moved) {
      const inbox = await account
        .select('email_accounts')
        .select('id')
        .where('id', '=', uuid)
        .executeTakeFirst();
      if (!inbox) throw notFound('sending inbox');
      throw new Refusal(
        'invalid_state',
        'A disconnected inbox cannot be paused or used; connect it again first.',
      );
    }
    await audit(account, status === 'paused' ? 'email_account.pause' : 'email_account.resume', uuid);
    return { system_paused: moved.system_paused_at !== null };
  });
}
