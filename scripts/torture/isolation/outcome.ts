import { ALL_TABLES } from '@lodestone/core/db/tenant-tables.js';

import type { Act, Undone } from './acts.ts';
import type { Twins } from './twins.ts';

/** What an act came to: what was answered, and what it left of both accounts' rows in the tables that it wrote. */
export interface Outcome {
  answer: string[];
  own: string;
  others: string;
  /** The tables. */
  tables: string[];
}

/** What no two runs have the same: ids, moments, secrets. */
const VOLATILE = String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\d[T ][\d:.+Z]+|[A-Za-z0-9_-]{20,}|\\x[0-9a-f]{16,}`;

export function outcomes({ client, idle, account, other }: Twins): {
  undone: Undone;
  outcomeOf(act: Act): Promise<Outcome>;
  differ(usual: readonly [Outcome, Outcome], now: Outcome): boolean;
  /** What an account has in some tables, exactly or without what no two runs have the same. */
  leftOf(id: string, exactly: boolean, tables: readonly string[]): Promise<string>;
} {
  const undone: Undone = async (work) => {
    await client.query('begin');
    try {
      return await work();
    } finally {
      await idle();
      await client.query('rollback');
    }
  };

  /** The rows that an account has in the tables that were written since `begin`. */
  async function left(id: string, exactly: boolean, tables: readonly string[]): Promise<string> {
    const rows = exactly ? 't::text' : `regexp_replace(t::text, '${VOLATILE}', '', 'g')`;
    let hash = '';
    for (const table of tables) {
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || md5(coalesce(string_agg(r, ' ' order by r), '')) as hash
         from (select ${rows} as r from ${table} as t where account_id = $1) as each_row`,
        [id],
      );
      hash += `${table} ${found[0]?.hash}\n`;
    }
    return hash;
  }

  /** How many rows of each table were written, since the connection last told the server. */
  async function written(): Promise<{ name: string; rows: number }[]> {
    const { rows } = await client.query<{ name: string; rows: number }>(
      `select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::integer as rows
       from pg_stat_xact_user_tables where relname = any ($1) order by relname`,
      [ALL_TABLES.filter((table) => !ACCOUNTLESS.has(table))],
    );
    return rows;
  }

  const outcomeOf = ({ run }: Act) =>
    undone(async (): Promise<Outcome> => {
      const before = new Map((await written()).map(({ name, rows }) => [name, rows]));
      const answer = (await run().catch((error: unknown) => String(error))).split(/[\s<>"'=&;,/?]+/);
      await idle();
      const tables = (await written()).flatMap(({ name, rows }) => (rows === before.get(name) ? [] : [name]));
      return {
        answer,
        own: await left(account.id, false, tables),
        others: await left(other.id, true, tables),
        tables,
      };
    });

  return { undone, outcomeOf, differ, leftOf: left };
}

/** An answer without what no two runs have the same, the ids of new rows among it. */
export function withoutVolatile(answer: readonly string[]): string {
  return answer.join(' ').replaceAll(new RegExp(String.raw`${VOLATILE}|[a-z]{3}_[0-9a-z]{26}`, 'g'), '');
}

const ACCOUNTLESS = new Set([
  'accounts',
  'people',
  'secrets',
  'installation',
  'job_workers',
  'job_leases',
  'figures',
]);

/** Whether something is otherwise than it usually is, in what is the same whenever it is done. */
function differ([first, second]: readonly [Outcome, Outcome], now: Outcome): boolean {
  if (first.own === second.own && now.own !== first.own) return true;
  if (first.others === second.others && now.others !== first.others) return true;
  if (first.answer.length !== second.answer.length)
    return first.answer[0] === second.answer[0] && now.answer[0] !== first.answer[0];
  if (now.answer.length !== first.answer.length) return true;
  return first.answer.some((word, at) => word === second.answer[at] && now.answer[at] !== word);
}
