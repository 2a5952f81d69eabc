import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';

const MAX_USD = 1_000_000_000;

/**
 * Records that a lead converted, and what it was worth in US dollars; null where that is not known. A conversation converts once:
 * doing it again changes the value and keeps the moment.
 * @throws Refusal `not_found`, `invalid_parameter`
 */
export async function recordConversion(
  account: Account,
  { id, value_usd }: { id: string; value_usd: number | null },
): Promise<void> {
  const uuid = uuidOf('enr', id, 'conversation');
  if (value_usd !== null && !(value_usd >= 0 && value_usd <= MAX_USD)) {
    throw new Refusal(
      'invalid_parameter',
      'The value must be an amount of 0 dollars or more, such as 1200.',
      'value_usd',
    );
  }
  const value_micros = value_usd === null ? null : Math.round(value_usd * 1_000_000);
  await account.transaction(async (account) => {
    const known = await account
      .select('enrollments')
      .select('id')
      .where('id', '=', uuid)
      .forNoKeyUpdate()
      .execute();
    if (known.length === 0) throw notFound('conversation');
    const changed = await account
      .update('conversions')
      .set({ value_micros })
      .where('enrollment_id', '=', uuid)
      .returning('enrollment_id')
      .execute();
    if (changed.length === 0) await account.insert('conversions', { enrollment_id: uuid, value_micros });
    await audit(account, 'conversation.convert', uuid, { value_usd });
  });
}
