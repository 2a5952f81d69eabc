import type { Account } from '../db/account.ts';
import { moment, momentOrNull } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { toWire } from '../ids.ts';
import type { Role } from './roles.ts';

interface Row {
  id: string;
  email: string;
  role: Role;
  created_at: Date;
  last_seen_at: Date | null;
  two_step: boolean;
}

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

/**
 * The account's users, the first one first, when each was last seen in a session that is not ended, and whether
 * their 2-step sign-in is on.
 */
export async function listUsers(account: Account) {
  const users = await account.rows<Row>(
    (own) => sql`
      select u.id, u.email, u.role, u.created_at, seen.last_seen_at,
        a.user_id is not null as two_step
      from ${own('users')} as u
      left join lateral (
        select s.last_seen_at from ${own('sessions')} as s
        where s.user_id = u.id
        order by s.last_seen_at desc
        limit 1
      ) as seen on true
      left join ${own('authenticators')} as a on a.user_id = u.id and a.confirmed_at is not null
      order by u.created_at, u.id`,
  );
  return users.map(({ id, created_at, last_seen_at, ...user }) => ({
    id: toWire('usr', id),
    ...user,
    created_at: moment(created_at),
    last_seen_at: momentOrNull(last_seen_at),
  }));
}
