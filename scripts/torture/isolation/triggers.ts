import type { Client } from 'pg';

/** An account condition of a function in the database, which keeps figures when rows are written. */
interface KeptCondition {
  /** The function, the line in its body, and what stands there. */
  place: string;
  function: string;
  /** The function without it. */
  without: string;
  /** The function as it is. */
  whole: string;
}

/** Comparisons with an account, joins on one, and rows that are looked for by account and id. */
const CONDITIONS: readonly [RegExp, (...found: string[]) => string][] = [
  [/\b(?:\w+\.)?account_id = (?:\w+\.account_id|account)\b/g, () => 'true'],
  [/\busing \((\w+), account_id\)/g, (_, id = '') => `using (${id})`],
];

/** Looks up every account condition of the functions that triggers call. */
export async function conditionsOfTriggers(client: Client): Promise<KeptCondition[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as definition
     from pg_proc as p join pg_language as l on l.oid = p.prolang
     where p.pronamespace = current_schema()::regnamespace and l.lanname = 'plpgsql' and p.prosrc ~ 'account_id'
     order by p.proname`,
  );
  return rows.flatMap(({ name, definition }) =>
    CONDITIONS.flatMap(([pattern, without]) =>
      [...definition.matchAll(pattern)].map((found) => {
        const [text] = found;
        const before = definition.slice(0, found.index);
        const line = before.split('\n').length;
        const after = definition.slice(found.index + text.length);
        return {
          place: `sql/${name}:${line} ${definition.split('\n')[line - 1]?.trim()}`,
          function: name,
          without: before + without(...found) + after,
          whole: definition,
        };
      }),
    ),
  );
}

/** Which functions were called since the transaction began. */
export async function calledFunctions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select funcname as name from pg_stat_xact_user_functions where calls > 0`,
  );
  return rows.map(({ name }) => name);
}
