import type { Transaction } from 'kysely';

import type { Tables } from '@lodestone/core/db/schema.js';
import { hashOf, hintOf, newToken, READ_SCOPES, type Scope, SCOPES } from '@lodestone/core/keys/key.js';
import type { AccountPlan } from './account-plans.ts';
import { type Clock, idAt } from './clock.ts';
import { accountId } from './identity.ts';

/** Tokens of an account's keys, one for each state that a key can be in. Told once: only their hashes are stored. */
export interface DemoKeys {
  full: string;
  read_only: string;
  expired: string;
  revoked: string;
}

/** Writes an account, its owner and its keys. The keys are random: a demo can be reached over a network as well. */
export async function insertAccount(db: Transaction<Tables>, plan: AccountPlan, at: Clock) {
  const { name, email, created } = plan;
  const opened = at(created);
  const id = accountId(plan, at);
  await db.insertInto('accounts').values({ id, name, email, created_at: opened, simulated: true }).execute();
  await db
    .insertInto('users')
    .values({ account_id: id, id: idAt(opened, email), email, role: 'owner', created_at: opened })
    .execute();

  const insertKey = async (label: string, scopes: readonly Scope[], days: KeyDays) => {
    const token = newToken();
    await db
      .insertInto('api_keys')
      .values({
        account_id: id,
        id: idAt(at(days.created), `${name} ${label}`),
        name: label,
        hint: hintOf(token),
        token_hash: hashOf(token),
        scopes: [...scopes],
        created_at: at(days.created),
        expires_at: days.expires === undefined ? null : at(days.expires),
        last_used_at: days.used === undefined ? null : at(days.used, '08:15:30.250'),
        revoked_at: days.revoked === undefined ? null : at(days.revoked, '17:40:00.000'),
      })
      .execute();
    return token;
  };
  const keys: DemoKeys = {
    full: await insertKey('Demo: everything', SCOPES, { created: 1 }),
    read_only: await insertKey('Demo: reading', READ_SCOPES, { created: 1, expires: -364 }),
    expired: await insertKey('Nightly report', READ_SCOPES, { created: 100, expires: 10, used: 10 }),
    revoked: await insertKey('Old laptop', SCOPES, { created: 150, revoked: 40, used: 41 }),
  };
  return { id, name, keys };
}

/** Days ago on which a key was made, expires, was last used and was revoked. */
interface KeyDays {
  created: number;
  expires?: number;
  used?: number;
  revoked?: number;
}
