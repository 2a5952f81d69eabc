import { ALL_TABLES } from '@lodestone/core/db/tenant-tables.js';

import type { Act, Undone } from './act.ts';
import type { Twins } from './twins.ts';

/** What an act came to: what was answered, and what it wrote of both accounts' rows. */
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
  /** What an account is left with in some tables by whoever writes nothing of it. */
  untouched(id: string, tables: readonly string[]): Promise<string>;
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

  /** How many rows an account has in some tables, and those among them that were written from a transaction's number on. */
  async function left(
    id: string,
    exactly: boolean,
    tables: readonly string[],
    from: string,
  ): Promise<string> {
    const rows = exactly ? 't::text' : `regexp_replace(t::text, '${VOLATILE}', '', 'g')`;
    let hash = '';
    for (const table of tables) {
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || md5(coalesce(string_agg(${rows}, ' ' order by ${rows}) filter (where xmin::text::bigint >= $2), '')) as hash
         from ${table} as t where account_id = $1`,
        [id, from],
      );
      hash += `${table} ${found[0]?.hash}\n`;
    }
    return hash;
  }

  /** The number of the next transaction, or savepoint in one, that writes. */
  async function next(): Promise<string> {
    const { rows } = await client.query<{ next: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
    );
    return rows[0]?.next ?? '';
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

  const outcomeOf = ({ prepare, run }: Act) =>
    undone(async (): Promise<Outcome> => {
      await prepare?.();
      const from = await next();
      const before = new Map((await written()).map(({ name, rows }) => [name, rows]));
      const answer = (await run().catch((error: unknown) => String(error))).split(/[\s<>"'=&;,/?]+/);
      await idle();
      const tables = (await written()).flatMap(({ name, rows }) => (rows === before.get(name) ? [] : [name]));
      return {
        answer,
        own: await left(account.id, false, tables, from),
        others: await left(other.id, true, tables, from),
        tables,
      };
    });

  return {
    undone,
    outcomeOf,
    differ,
    untouched: async (id, tables) => left(id, true, tables, await next()),
  };
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
