import { type Account } from '../db/account.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

/** An inbox as it is edited. Its passwords are in none of it. @throws Refusal `not_found` */
export async function readInboxForm(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('eml', id, 'sending inbox');
  const inbox = await account
    .select('email_accounts')
    .select([
      'address',
      'display_name',
      'provider',
      'status',
      'warmup_state',
      'daily_capacity',
      'gap_from',
      'gap_to',
    ])
    .select(['signature', 'smtp_server', 'imap_server', 'dkim_selector'])
    .where('id', '=', uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!inbox) throw notFound('sending inbox');
  const { warmup_state, ...settings } = inbox;
  return { id, ...settings, warmup: warmup_state !== 'off' };
}

/**
 * Whether leads of sequences that go on wait for their next email from this inbox, which comes from no other.
 * @throws Refusal `not_found`
 */
export async function isWaitedFor(account: Account, { id }: { id: string }): Promise<boolean> {
  const uuid = uuidOf('eml', id, 'sending inbox');
  const waiting = await account
    .select('next_steps')
    .select('enrollment_id')
    .where('email_account_id', '=', uuid)
    .where('step', '>', 1)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

export type InboxForm = Awaited<ReturnType<typeof readInboxForm>>;
