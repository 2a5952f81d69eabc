import { sql } from 'kysely';

import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import { readTotals } from '../figures/totals.ts';
import { toWire } from '../ids.ts';
import type { Key, Scope } from '../keys/key.ts';
import { notFound } from '../refusal.ts';

/** The account with its headline totals, and the key that asked, if it was a key. */
export async function readMe(account: Account, { key }: { key: Key | null }) {
  const [profile] = await account.rows<{ name: string; email: string; time_zone: string; created_at: Date }>(
    (own) => sql`select name, email, time_zone, created_at from ${own('accounts')} as a`,
  );
  if (!profile) throw notFound('account');
  return {
    account: {
      id: toWire('acc', account.id),
      name: profile.name,
      email: profile.email,
      time_zone: profile.time_zone,
      created_at: moment(profile.created_at),
    },
    totals: await readTotals(account),
    api_key: key && keyOnWire(key),
  };
}

function keyOnWire(key: Key) {
  return {
    id: toWire('key', key.id),
    name: key.name,
    hint: key.hint,
    scopes: key.scopes as Scope[],
    created_at: moment(key.created_at),
    expires_at: momentOrNull(key.expires_at),
    last_used_at: momentOrNull(key.last_used_at),
  };
}
