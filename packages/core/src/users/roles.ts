import { audit } from '../audit.ts';
import type { Account } from '../db/account.ts';
import { uuidOf } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';

/** An owner may do everything; what a member may not is for the application to say, which is what both use. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Makes a user an owner or a member, from their very next request on.
 * @throws Refusal `not_found`; `invalid_state` for the last owner
 */
export async function setRole(account: Account, { id, role }: { id: string; role: Role }): Promise<void> {
  await account.transaction(async (account) => {
    const user = await lockUser(account, id);
    if (user.role === role) return;
    if (role === 'member') refuseLastOwner(user);
    await account.update('users').set({ role }).where('id', '=', user.id).execute();
    await audit(account, 'user.role', user.id, { email: user.email, role });
  });
}

/**
 * Removes a user. Their sessions and sign-in links end with them, and so do the invitations that they made.
 * @throws Refusal `not_found`; `invalid_state` for the last owner
 */
export async function removeUser(account: Account, { id }: { id: string }): Promise<void> {
  await account.transaction(async (account) => {
    const user = await lockUser(account, id);
    refuseLastOwner(user);
    await account.remove('users').where('id', '=', user.id).execute();
    await audit(account, 'user.remove', user.id, { email: user.email, role: user.role });
  });
}

interface Locked {
  id: string;
  email: string;
  role: Role;
  /** Whether no owner would be left without them. */
  alone: boolean;
}

/** Holds all owners, so that of two who remove each other only the first does. */
async function lockUser(account: Account, id: string): Promise<Locked> {
  const uuid = uuidOf('usr', id, 'user');
  const held = await account
    .select('users')
    .select(['id', 'email', 'role'])
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('id', '=', uuid)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const user = held.find((one) => one.id === uuid);
  if (!user) throw notFound('user');
  return { ...user, alone: !held.some((one) => one.role === 'owner' && one.id !== uuid) };
}

function refuseLastOwner({ role, alone, email }: Locked): void {
  if (role !== 'owner' || !alone) return;
  throw new Refusal('invalid_state', `${email} is the only owner. Make somebody else an owner first.`);
}
