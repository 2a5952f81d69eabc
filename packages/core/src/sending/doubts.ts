import type { Account } from '../db/account.ts';
import { sql } from '../db/sql.ts';
import { settleMails } from '../mails/settle.ts';

/** Hours after which a step that nobody knows anything about counts as sent: whoever got it must not get it again. */
export const DOUBT_HOURS = 24;

/**
 * Settles steps that have been in doubt for long: they count as sent. Whoever learns more before, from a copy in the Sent folder, a
 * returned email or an open, settles them by `settleMails`.
 * @param at the moment, by default what the database's clock says
 * @returns how many
 */
export async function settleOldDoubts(account: Account, at?: Date): Promise<number> {
  const now = at ?? sql<Date>`clock_timestamp()`;
  const old = await account
    .select('mails')
    .select('id')
    .where('kind', 'in', ['step', 'answer'])
    .where('state', '=', 'in_doubt')
    .where('claimed_at', '<', sql<Date>`${now}::timestamptz - ${DOUBT_HOURS} * interval '1 hour'`)
    .orderBy('id')
    .limit(500)
    .execute();
  const response = 'The mail server’s answer was lost. The email counts as sent.';
  const settled = await settleMails(
    account,
    old.map(({ id }) => ({ id, attempt: { outcome: 'sent', response } })),
  );
  return settled.size;
}
