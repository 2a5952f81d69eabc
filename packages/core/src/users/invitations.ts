import { sql } from 'kysely';

import { audit } from '../audit.ts';
import { type Account, forAccount } from '../db/account.ts';
import type { Db } from '../db/connect.ts';
import { moment } from '../db/rows.ts';
import { newId, toWire, uuidOf } from '../ids.ts';
import { hashOf } from '../keys/key.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isSecret, newSecret, startSession } from '../sessions/session.ts';
import { emailAddress } from './address.ts';
import { hashNewPassword } from './new-password.ts';
import type { Role } from './roles.ts';

/** Days within which an invitation must be accepted. */
export const INVITATION_DAYS = 7;

/**
 * Invites somebody. Who was invited before gets a new link, and the old one ends.
 * @returns the invitation's id (inv_…) and its secret, which is in the answer and nowhere else
 * @throws Refusal `invalid_parameter`, field `email`
 */
export async function invite(
  account: Account,
  { email: given, role }: { email: string; role: Role },
): Promise<{ id: string; token: string }> {
  const email = emailAddress(given);
  const id = newId();
  const token = newSecret();
  await account.transaction(async (account) => {
    // Held, so that of two invitations for one address at once the second takes the place of the first.
    const users = await account.select('users').select('email').orderBy('id').forNoKeyUpdate().execute();
    if (users.some((user) => user.email === email)) {
      throw new Refusal('invalid_parameter', `${email} is already a user of this account.`, 'email');
    }
    await account
      .remove('invitations')
      .where((eb) => eb.or([eb('email', '=', email), eb('expires_at', '<=', sql<Date>`clock_timestamp()`)]))
      .execute();
    await account.insert('invitations', {
      id,
      email,
      role,
      token_hash: hashOf(token),
      invited_by: account.actor.kind === 'user' ? account.actor.id : null,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${INVITATION_DAYS}::int)`,
    });
    await audit(account, 'user.invite', null, { email, role });
  });
  return { id: toWire('inv', id), token };
}

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** Invitations that can still be accepted, the latest first. */
export async function listInvitations(account: Account) {
  const invitations = await account
    .select('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return invitations.map(({ id, expires_at, ...invitation }) => ({
    id: toWire('inv', id),
    ...invitation,
    expires_at: moment(expires_at),
  }));
}

/** Ends an invitation: its link does not work any more. @throws Refusal `not_found` */
export async function withdrawInvitation(account: Account, { id }: { id: string }): Promise<void> {
  const uuid = uuidOf('inv', id, 'invitation');
  await account.transaction(async (account) => {
    const [gone] = await account.remove('invitations').where('id', '=', uuid).returning('email').execute();
    if (!gone) throw notFound('invitation');
    await audit(account, 'user.withdraw_invitation', null, gone);
  });
}

export interface Invitation {
  account_name: string;
  email: string;
  role: Role;
}

/** What an invitation's secret invites to; null for one that is used, withdrawn, expired or unknown. */
export async function readInvitation(db: Db, token: string): Promise<Invitation | null> {
  if (!isSecret(token)) return null;
  const found = await db
    .selectFrom('invitations as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['a.name as account_name', 'i.email', 'i.role'])
    .where('i.token_hash', '=', hashOf(token))
    .where('i.expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Accepts an invitation, once: makes the user with their password, and signs them in.
 * @returns the token of their session; null for an invitation that is no good
 * @throws Refusal `invalid_parameter`, field `password`; `invalid_state` when the address signs in elsewhere; Busy
 */
export async function acceptInvitation(
  db: Db,
  { token, password, user_agent }: { token: string; password: string; user_agent?: string | undefined },
): Promise<string | null> {
  const invitation = await readInvitation(db, token);
  if (invitation === null) return null;
  const password_hash = await hashNewPassword(password, [invitation.email, invitation.account_name]);
  return db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom('invitations')
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .returning(['account_id', 'email', 'role'])
      .executeTakeFirst();
    if (!used) return null;
    const user_id = newId();
    const added = await transaction
      .insertInto('users')
      .values({ ...used, id: user_id, password_hash })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) {
      throw new Refusal(
        'invalid_state',
        `${used.email} is already used to sign in to another account here. Ask to be invited at another address.`,
      );
    }
    const account = forAccount(transaction, used.account_id, { kind: 'user', id: user_id });
    await audit(account, 'user.join', user_id, { email: used.email, role: used.role });
    return (await startSession(account, { user_id, user_agent })).token;
  });
}
