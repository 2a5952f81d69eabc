import { sql } from 'kysely';

import { newId } from '../ids.ts';
import type { Db } from './connect.ts';

/** People, who are one for all accounts: an address and an id, and nothing else. */
export interface People {
  /** The ids of the people who are known by these addresses (lower case). An account finds a subscriber by them, never by the address alone: that is no index of it. */
  known(emails: readonly string[]): Promise<string[]>;
  /** The ids of the people with these addresses (lower case), by address; unknown ones are added. */
  with(emails: readonly string[]): Promise<Map<string, string>>;
  /** Adds somebody about whom nothing is known. Nothing can be sent to their address (RFC 2606). */
  addNobody(): Promise<{ id: string; email: string }>;
  /** Keeps other accounts from adding the person until the transaction ends. Take it before any row of an account. */
  hold(id: string): Promise<void>;
  /** Forgets a person whom no account knows any more. Hold them before. */
  forget(id: string): Promise<void>;
}

export function peopleIn(db: Db): People {
  return {
    known: async (emails) => {
      const { rows } = await sql<{ id: string }>`
        select id from people where email = any(${[...emails]}::text[]) order by id`.execute(db);
      return rows.map(({ id }) => id);
    },
    with: async (emails) => {
      // In one order, so that two who add the same people do not wait for each other in a circle.
      const sorted = [...new Set(emails)].toSorted();
      const ids = sorted.map(() => newId());
      await sql`
        insert into people (id, email)
        select * from unnest(${ids}::uuid[], ${sorted}::text[])
        on conflict (email) do nothing`.execute(db);
      const { rows } = await sql<{ id: string; email: string }>`
        select id, email from people where email = any(${sorted}::text[])`.execute(db);
      return new Map(rows.map(({ id, email }) => [email, id]));
    },
    addNobody: async () => {
      const id = newId();
      const email = `erased-${id}${OF_NOBODY}`;
      await db.insertInto('people').values({ id, email }).execute();
      return { id, email };
    },
    hold: async (id) => {
      await db.selectFrom('people').select('id').where('id', '=', id).forUpdate().execute();
    },
    forget: async (id) => {
      await sql`
        delete from people as p
        where p.id = ${id} and not exists (select from subscribers as s where s.person_id = p.id)`.execute(
        db,
      );
    },
  };
}

/** How the address ends that stands for somebody who was erased. */
const OF_NOBODY = '@erased.invalid';

/** The pattern, of SQL's `like`, of all such addresses. */
export const NOBODY = `erased-%${OF_NOBODY}`;

/** Whether an address only stands for somebody who was erased: no email can be sent there. */
export function isNobody(email: string): boolean {
  return email.endsWith(OF_NOBODY);
}
