import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { type Totals, totalsOf } from './totals.ts';
import { toWire } from '../ids.ts';
import type { Key, Scope } from '../keys/key.ts';
import { notFound } from '../refusal.ts';

interface Row extends Totals {
  name: string;
  email: string;
  time_zone: string;
  created_at: Date;
}

/** The account with its headline totals, and the key that asked, if it was a key. */
export async function readMe(account: Account, { key }: { key: Key | null }) {
  const [row] = await account.rows<Row>(
    (own) => sql`
      select a.name, a.email, a.time_zone, a.created_at, total.*
      from ${own('accounts')} as a cross join (${totalsOf(own)}) as total`,
  );
  if (!row) throw notFound('account');
  const { name, email, time_zone, created_at, ...totals } = row;
  return {
    account: { id: toWire('acc', account.id), name, email, time_zone, created_at: moment(created_at) },
    totals,
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
