import type { Db } from '@lodestone/core';
import { ALL_TABLES, known } from '@lodestone/core/db/tenant-tables.js';
import type { CompiledQuery } from 'kysely';
import { loadModule, parseSync } from 'libpg-query';

/** Tables whose rows belong to one account each. */
export const KEYED_TABLES: ReadonlySet<string> = new Set(ALL_TABLES.filter(isKeyed));

function isKeyed(table: string): boolean {
  try {
    known(table as 'mails');
    return true;
  } catch {
    return false;
  }
}

/**
 * Records the statements that this process's program sends, whatever opened its connection, from now on.
 * @returns each text that was sent, with the file of ours that sent it, such as `core/keys/authenticate.ts`; what a test sends is left out
 */
export function recordStatements(db: Db): Map<string, string> {
  const sent = new Map<string, string>();
  const executors = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor())) as {
    executeQuery(query: CompiledQuery, options?: unknown): unknown;
  };
  const { executeQuery } = executors;
  executors.executeQuery = function (query, options) {
    if (!sent.has(query.sql)) {
      const sender = senderOf(stackOf(executors.executeQuery));
      if (sender !== undefined) sent.set(query.sql, sender);
    }
    return executeQuery.call(this, query, options);
  };
  return sent;
}

/** Who called, as far up as it goes. */
function stackOf(called: (...given: never[]) => unknown): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  Error.stackTraceLimit = stackTraceLimit;
  return here.stack;
}

/** Of the files of ours on the stack, the first that is not the door itself. */
function senderOf(stack: string): string | undefined {
  for (const [, folder, file] of stack.matchAll(/packages\/(\w+)\/(\S+?\.[jt]sx?)(?:\?\S*)?:\d+:\d+/g)) {
    if (file?.startsWith('test/')) return undefined;
    const name = `${folder}/${file?.replace(/^(dist|src)\//, '').replace(/js$/, 'ts')}`;
    if (name !== 'core/db/account.ts') return name;
  }
  return undefined;
}

/** What a statement reads or writes of accounts without saying which. */
export async function unkeyedTables(text: string): Promise<string[]> {
  await loadModule();
  const parsed = parseSync(text) as unknown;
  const found: Level[] = [];
  collect(parsed, found);
  const tables = found.flatMap((level) => level.tables.filter(({ alias }) => !level.keyed(alias)));
  // Joined by the key and no more: all accounts at once.
  const named = found.some(({ given }) => given);
  const unkeyed = named ? tables : found.flatMap((level) => level.tables);
  return [...new Set(unkeyed.map(({ name }) => name))];
}

interface Table {
  name: string;
  alias: string;
}

/** One query, or a part of one that has tables and conditions of its own. */
interface Level {
  tables: Table[];
  /** Whether the rows of a table are of an account that is given, or the same as another table's. */
  keyed(alias: string): boolean;
  /** Whether an account is given here by a value. */
  given: boolean;
}

type Node = Record<string, any>;

const QUERIES = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']);

function collect(node: unknown, found: Level[]): void {
  if (Array.isArray(node)) for (const item of node) collect(item, found);
  else if (typeof node === 'object' && node !== null) {
    for (const [kind, inner] of Object.entries(node as Node)) {
      const isPartOfUnion = (kind === 'larg' || kind === 'rarg') && 'op' in (inner as Node);
      if (QUERIES.has(kind) || isPartOfUnion) found.push(levelOf(kind, inner as Node));
      collect(inner, found);
    }
  }
}

function levelOf(kind: string, query: Node): Level {
  const tables: Table[] = [];
  const conditions: Node[] = [];
  const joinedByKey = new Set<string>();
  const take = (item: Node): string[] => {
    if (item['RangeVar']) return tableIn(item['RangeVar'] as Node, tables);
    if (item['JoinExpr']) {
      const { larg, rarg, quals, usingClause = [] } = item['JoinExpr'] as Node;
      if (quals) conditions.push(...anded(quals as Node));
      const aliases = [...take(larg as Node), ...take(rarg as Node)];
      const byKey = (usingClause as Node[]).some((name) => name['String'].sval === 'account_id');
      if (byKey) for (const alias of aliases) joinedByKey.add(alias);
      return aliases;
    }
    return [];
  };
  for (const item of [...(query['fromClause'] ?? []), ...(query['usingClause'] ?? [])]) take(item as Node);
  if (query['whereClause']) conditions.push(...anded(query['whereClause'] as Node));
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') tableIn(query['relation'] as Node, tables);
  const inserts = kind === 'InsertStmt' && KEYED_TABLES.has(query['relation'].relname as string);
  if (inserts) tableIn(query['relation'] as Node, tables);
  const writesKey =
    inserts && ((query['cols'] ?? []) as Node[]).some((column) => column['ResTarget'].name === 'account_id');
  const equal = conditions.flatMap(keyIn);
  return {
    tables,
    given: writesKey || equal.some(({ given }) => given),
    keyed: (alias) =>
      writesKey || joinedByKey.has(alias) || equal.some(({ of }) => of === undefined || of === alias),
  };
}

function tableIn({ relname, schemaname, alias }: Node, tables: Table[]): string[] {
  if (schemaname !== undefined || !KEYED_TABLES.has(relname as string)) return [];
  const table = { name: relname as string, alias: (alias?.aliasname ?? relname) as string };
  tables.push(table);
  return [table.alias];
}

/** The conditions that all have to hold. */
function anded(condition: Node): Node[] {
  const { boolop, args } = (condition['BoolExpr'] ?? {}) as Node;
  return boolop === 'AND_EXPR' ? (args as Node[]).flatMap(anded) : [condition];
}

/** Of `m.account_id = …`: which table's, and whether it equals a value; none for any other condition. */
function keyIn(condition: Node): { of: string | undefined; given: boolean }[] {
  const { kind, name, lexpr, rexpr } = (condition['A_Expr'] ?? {}) as Node;
  if (kind !== 'AEXPR_OP' || name[0].String.sval !== '=') return [];
  const [left, right] = [keyColumn(lexpr as Node), keyColumn(rexpr as Node)];
  if (left && right) return [left, right].map((of) => ({ ...of, given: false }));
  const [column, other] = left ? [left, rexpr as Node] : [right, lexpr as Node];
  return column && isValue(other) ? [{ ...column, given: true }] : [];
}

function keyColumn(expression: Node): { of: string | undefined } | undefined {
  const names = ((expression['ColumnRef']?.fields ?? []) as Node[]).map(
    (field) => field['String']?.sval as string,
  );
  return names.at(-1) === 'account_id' ? { of: names.at(-2) } : undefined;
}

function isValue(expression: Node): boolean {
  if (expression['TypeCast']) return isValue(expression['TypeCast'].arg as Node);
  return 'ParamRef' in expression || 'A_Const' in expression;
}
