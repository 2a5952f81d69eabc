import { ALL_TABLES, known } from '@lodestone/core/db/tenant-tables.js';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

/** Tables whose rows belong to one account each: those of the door, and two that only the database's own functions and the door itself name. */
const KEYED_TABLES: ReadonlySet<string> = new Set([
  ...ALL_TABLES.filter(isKeyed),
  'account_writes',
  'subscriber_numbers',
]);

function isKeyed(table: string): boolean {
  try {
    known(table as 'mails');
    return true;
  } catch {
    return false;
  }
}

/** How much a statement has to say of accounts. */
interface Strictness {
  /**
   * It looks for accounts, or is about all of them: one table may be of any account, as long as all others are tied to it by the
   * account.
   */
  free?: boolean;
  /** It is part of a function, where what is no column is a variable: as good as a value. */
  variables?: boolean;
}

/**
 * The law of accounts: whatever a statement reads or writes is tied to the account that it is given, table by table, in every query
 * within it. A table is tied by `account_id` that equals a value, or that of what is tied itself. What a query makes of tied tables is
 * tied too, such as one in parentheses, a common table expression or the rows that a trigger is told of.
 * @returns the tables that are not
 */
export async function untiedTables(text: string, strictness: Strictness = {}): Promise<string[]> {
  await loadModule();
  const untied: string[] = [];
  collect(parseSync(text), { strictness, untied, mayBeFree: strictness.free ?? false }, undefined);
  return [...new Set(untied)];
}

/**
 * Holds a function of the database, in PL/pgSQL or SQL, against the law.
 * @param definition its whole text, as `pg_get_functiondef` tells it
 */
export async function untiedInFunction(definition: string, free = false): Promise<string[]> {
  await loadModule();
  const untied = [];
  for (const query of queriesOf(definition))
    untied.push(...(await untiedTables(query, { variables: true, free })));
  return [...new Set(untied)];
}

function queriesOf(definition: string): string[] {
  if (/^\s*language sql$/im.test(definition))
    return [/\$function\$(.*)\$function\$/s.exec(definition)?.[1] ?? ''];
  const queries: string[] = [];
  JSON.stringify(parsePlPgSQLSync(definition), (_, value: unknown) => {
    const { query, parseMode } = (value ?? {}) as { query?: string; parseMode?: number };
    if (query !== undefined && parseMode !== undefined) {
      // A statement, an expression, or an assignment.
      queries.push(parseMode === 0 ? query : `select ${query.replace(/^[\w.]+ *:?=/, '')}`);
    }
    return value;
  });
  return queries;
}

/** What the parser makes of a statement: objects of one entry each, which says what they are, and of their parts. */
type Node = { readonly [name: string]: unknown };

/** A part that is there or empty, a list of parts, and a name. */
const partOf = (node: Node | undefined, name: string) => (node?.[name] ?? {}) as Node;
const listOf = (node: Node | undefined, name: string) => (node?.[name] ?? []) as readonly Node[];
const textOf = (node: Node | undefined, name: string) => node?.[name] as string | undefined;
const has = (node: Node | undefined, name: string) => node?.[name] !== undefined;

interface Judging {
  strictness: Strictness;
  untied: string[];
  /** Whether a table may be of any account here. */
  mayBeFree: boolean;
}

/** What stands in a `from`, or is written to. */
interface Source {
  name: string;
  alias: string;
  /** Its column that says whose a row is; none for what accounts share. */
  key: 'account_id' | 'id' | undefined;
  tied: boolean;
  /** Whether it has rows of what a query made, and not of a call. */
  isRows: boolean;
}

/** The sources that a query can name: its own, and those of the query around it. */
interface Scope {
  sources: readonly Source[];
  outer: Scope | undefined;
}

const QUERIES = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']);

function collect(node: unknown, judging: Judging, outer: Scope | undefined): void {
  if (Array.isArray(node)) for (const item of node) collect(item, judging, outer);
  else if (typeof node === 'object' && node !== null) {
    for (const [kind, part] of Object.entries(node)) {
      const inner = part as Node;
      const isPartOfUnion = (kind === 'larg' || kind === 'rarg') && 'op' in inner;
      if (QUERIES.has(kind) || isPartOfUnion) judge(kind, inner, judging, outer);
      else
        collect(inner, isOfEachRow(kind, inner, outer) ? { ...judging, mayBeFree: false } : judging, outer);
    }
  }
}

/** What is asked of each row must say whose it asks for, unless the key is what it is asked by: `(account_id, id) in (select …)`. */
function isOfEachRow(kind: string, inner: Node, outer: Scope | undefined): boolean {
  const isAsked = kind === 'SubLink' && keysIn(partOf(inner, 'testexpr')).length === 0;
  return (isAsked || (kind === 'RangeSubselect' && inner['lateral'] === true)) && hasRows(outer);
}

function hasRows(scope: Scope | undefined): boolean {
  return scope !== undefined && (scope.sources.length > 0 || hasRows(scope.outer));
}

function judge(kind: string, query: Node, judging: Judging, outer: Scope | undefined): void {
  const { sources, conditions, merged } = partsOf(kind, query);
  const scope = { sources, outer };
  if (judging.strictness.variables || judging.strictness.free) rootInOne(sources);
  const ties = [...conditions.flatMap((condition) => tiesIn(condition, scope, judging)), ...merged];
  spread(ties);
  const isBegun = sources.some(({ key, tied, isRows }) => isRows && key !== undefined && tied);
  const [first, ...others] = sources.filter(({ key, tied }) => key !== undefined && !tied);
  if (first && judging.mayBeFree && !isBegun) {
    first.tied = true;
    spread(ties);
    judging.untied.push(...others.filter(({ tied }) => !tied).map(({ name, alias }) => name || alias));
  } else if (first) judging.untied.push(...[first, ...others].map(({ name, alias }) => name || alias));
  collect(query, judging, scope);
}

/** Where rows are of any account, what queries made of them is tied to each other row by row. */
function rootInOne(sources: readonly Source[]): void {
  const made = sources.filter(({ key, tied, isRows }) => isRows && key !== undefined && tied);
  for (const source of made.slice(1)) source.tied = false;
}

/** Sources of the same account; one that is given ties them all. */
type Tie = readonly (Source | 'given')[];

function spread(ties: readonly Tie[]): void {
  for (let found = true; found;) {
    found = false;
    for (const tie of ties) {
      if (!tie.some((one) => one === 'given' || one.tied)) continue;
      for (const one of tie) {
        if (one === 'given' || one.tied) continue;
        one.tied = true;
        found = true;
      }
    }
  }
}

interface Parts {
  sources: Source[];
  conditions: Node[];
  /** Those that are joined `using` their keys. */
  merged: Tie[];
}

function partsOf(kind: string, query: Node): Parts {
  const parts: Parts = { sources: [], conditions: anded(partOf(query, 'whereClause')), merged: [] };
  for (const item of [...listOf(query, 'fromClause'), ...listOf(query, 'usingClause')]) take(item, parts);
  if (kind !== 'SelectStmt' && has(query, 'relation')) {
    const target = sourceOf({ RangeVar: query['relation'] });
    const columns = listOf(query, 'cols').map((column) => textOf(partOf(column, 'ResTarget'), 'name'));
    const writesKey = kind === 'InsertStmt' && target.key !== undefined && columns.includes(target.key);
    parts.sources.push({ ...target, tied: target.tied || writesKey });
  }
  return parts;
}

/** Takes what stands in a `from`. @returns the sources in it */
function take(item: Node, parts: Parts): Source[] {
  if (!has(item, 'JoinExpr')) {
    const source = sourceOf(item);
    parts.sources.push(source);
    return [source];
  }
  const join = partOf(item, 'JoinExpr');
  parts.conditions.push(...anded(partOf(join, 'quals')));
  const both = [...take(partOf(join, 'larg'), parts), ...take(partOf(join, 'rarg'), parts)];
  const byKey = listOf(join, 'usingClause').some(
    (name) => textOf(partOf(name, 'String'), 'sval') === 'account_id',
  );
  if (byKey) parts.merged.push(both.filter(({ key }) => key === 'account_id'));
  return both;
}

function sourceOf(item: Node): Source {
  const [[kind = '', part] = []] = Object.entries(item);
  const inner = (part ?? {}) as Node;
  const name = textOf(inner, 'relname') ?? '';
  const alias = textOf(partOf(inner, 'alias'), 'aliasname') ?? name;
  const isTable = kind === 'RangeVar' && !has(inner, 'schemaname') && ALL_TABLES.includes(name);
  if (!isTable) {
    const isRows = kind !== 'RangeFunction' && inner['lateral'] !== true;
    return { name, alias, key: 'account_id', tied: true, isRows };
  }
  const key = KEYED_TABLES.has(name) ? 'account_id' : name === 'accounts' ? 'id' : undefined;
  return { name, alias, key, tied: false, isRows: true };
}

/** The conditions that all have to hold. */
function anded(condition: Node): Node[] {
  const { boolop } = partOf(condition, 'BoolExpr');
  return boolop === 'AND_EXPR' ? listOf(partOf(condition, 'BoolExpr'), 'args').flatMap(anded) : [condition];
}

function tiesIn(condition: Node, scope: Scope, judging: Judging): Tie[] {
  const asked = partOf(condition, 'SubLink');
  if (asked['subLinkType'] === 'ANY_SUBLINK' && !has(asked, 'operName')) {
    const keys = keysIn(partOf(asked, 'testexpr'));
    return keys.flatMap((key) => sourcesOf(key, scope).map((one): Tie => [one, 'given']));
  }
  const compared = partOf(condition, 'A_Expr');
  const [operator] = listOf(compared, 'name');
  if (compared['kind'] !== 'AEXPR_OP' || textOf(partOf(operator, 'String'), 'sval') !== '=') return [];
  const right = partsOfRow(partOf(compared, 'rexpr'));
  return partsOfRow(partOf(compared, 'lexpr')).flatMap((one, at): Tie[] => {
    const ends = [one, right[at] ?? {}].map((end) => endOf(end, scope, judging));
    return ends.every((end) => end.length > 0) ? [ends.flat()] : [];
  });
}

/** One side of a comparison: whose key it is, or that it is a value. */
function endOf(expression: Node, scope: Scope, { strictness }: Judging): Tie {
  if (isValue(expression)) return ['given'];
  const found = sourcesOf(expression, scope);
  if (found.length > 0 || !strictness.variables) return found;
  const names = namesIn(expression);
  const isVariable = names.length === 1 ? names[0] !== 'account_id' : /^(?:new|old)$/.test(names[0] ?? '');
  return isVariable ? ['given'] : [];
}

/** The sources whose key a column is: one, or several that were merged by `using`. */
function sourcesOf(expression: Node, scope: Scope | undefined): Source[] {
  const names = namesIn(expression);
  const column = names.at(-1);
  if (!scope || column === undefined) return [];
  const of = names.length === 2 ? names[0] : undefined;
  const here = scope.sources.filter(({ alias }) => of === undefined || alias === of);
  if (of !== undefined && here.length > 0) return here.filter(({ key }) => key === column);
  // `id` alone is that of the account where nothing else has one.
  const found = here.filter(({ key }) => key === column && (column !== 'id' || here.length === 1));
  return found.length > 0 ? found : sourcesOf(expression, scope.outer);
}

function keysIn(expression: Node): Node[] {
  return partsOfRow(expression).filter((part) => namesIn(part).at(-1) === 'account_id');
}

function partsOfRow(expression: Node): readonly Node[] {
  return has(expression, 'RowExpr') ? listOf(partOf(expression, 'RowExpr'), 'args') : [expression];
}

function namesIn(expression: Node): (string | undefined)[] {
  const fields = listOf(partOf(expression, 'ColumnRef'), 'fields');
  return fields.map((field) => textOf(partOf(field, 'String'), 'sval'));
}

function isValue(expression: Node): boolean {
  if (has(expression, 'TypeCast')) return isValue(partOf(partOf(expression, 'TypeCast'), 'arg'));
  return has(expression, 'ParamRef') || has(expression, 'A_Const');
}
