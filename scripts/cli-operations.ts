// The commands of @lodestone/cli: what a command line has to know of each operation, and no more, since it is loaded at every start.
import type { Operation, Parameter, Schema } from './contract/document.ts';
import { type Document, operationsOf, resolve } from './docs/markdown.ts';

/** The text of packages/cli/src/generated/operations.ts, from the contract as one JSON document. */
export function cliOperations(text: string): string {
  const document = JSON.parse(text) as Document;
  const operations = operationsOf(document).map(({ id, method, path, operation }) => ({
    id,
    command: commandOf(method, path, isList(document, operation)),
    method,
    path,
    scope: scopeOf(operation),
    isList: isList(document, operation),
    ...(operation['x-irreversible'] === undefined ? {} : { irreversible: operation['x-irreversible'] }),
    summary: operation.summary,
    description: withoutScope(operation.description),
    parameters: parametersOf(document, operation),
  }));
  return [
    '// Generated from openapi/ by `pnpm generate`. Do not edit.',
    "import type { Operation } from '../operation.ts';",
    `export const OPERATIONS: readonly Operation[] = ${JSON.stringify(operations, null, 2)};`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** The text of packages/cli/src/generated/fields.ts: the fields of each operation's answer, or of a row of its list. */
export function cliFields(text: string): string {
  const document = JSON.parse(text) as Document;
  const fields = operationsOf(document).map(({ id, operation }) => {
    const answer = answerOf(document, operation);
    const row = isList(document, operation) ? answer.properties?.['data']?.items : answer;
    return [id, fieldsOf(document, row ?? {})];
  });
  return [
    '// Generated from openapi/ by `pnpm generate`. Do not edit.',
    '/** What `--fields` can name, for each operation: fields of its answer, or of a row when the answer is a list. */',
    `export const FIELDS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(fields), null, 2)};`,
  ]
    .join('\n')
    .concat('\n');
}

/**
 * A command's name, from its method and path: `subscribers list`, `subscribers get`, `campaigns pause`, and the noun alone for
 * a record that there is one of, such as `dashboard`.
 */
function commandOf(method: string, path: string, isList: boolean): string {
  const [noun = '', ...rest] = path.split('/').slice(2);
  const last = rest.at(-1);
  if (last !== undefined && !last.startsWith('{')) return `${noun} ${last}`;
  const onOne = last !== undefined;
  const verb = {
    GET: onOne ? 'get' : isList ? 'list' : '',
    POST: 'create',
    PATCH: 'update',
    DELETE: 'delete',
  };
  return `${noun} ${verb[method as keyof typeof verb]}`.trim();
}

/** Ids, query parameters and fields of the body, in this order. */
export function parametersOf(document: Document, operation: Operation) {
  const given = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const body = resolve(document, operation.requestBody?.content['application/json']?.schema ?? {});
  const fields = Object.entries(body.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'body' as const,
    required: body.required?.includes(name) ?? false,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    schema,
  }));
  return [...given, ...fields].map((parameter) => parameterOf(document, parameter as Parameter));
}

function parameterOf(
  document: Document,
  { name, in: where, required, description = '', schema = {} }: Parameter,
) {
  const { type, enum: values, default: otherwise, minimum, maximum } = resolve(document, schema);
  return defined({
    name,
    in: where,
    type,
    required: required === true ? true : undefined,
    values,
    default: otherwise,
    minimum,
    maximum,
    help: forCommandLine(description),
  });
}

/** What holds for a query and a JSON body only is left out. */
function forCommandLine(description: string): string {
  return description
    .replaceAll(/, whose `\+` is written `%2B`/g, '')
    .replaceAll(/ ?\((the|The) bounds? here[^)]*\)/g, '')
    .replaceAll(/ ?The bounds here are those of the raw input\./g, '')
    .replaceAll(/ ?A string that is not one is answered with 404, as an unknown id is\./g, '')
    .replaceAll(/[;.] ?[Aa]n empty value is no filter[^.;]*(?=[.;])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function withoutScope(description = ''): string {
  return description
    .replaceAll(/\n*Scope: `[^`]*`\.\s*$/g, '')
    .replaceAll(/(?<!\n)\n(?![\n-])/g, ' ')
    .trim();
}

/** The scope that a key needs. */
export function scopeOf({ security = [] }: Operation): string {
  return security.flatMap((requirement) => requirement['apiKey'] ?? []).join(' ');
}

/** The schema of a success. */
export function answerOf(document: Document, { responses }: Operation): Schema {
  return resolve(
    document,
    resolve(document, responses?.['200'] ?? {}).content?.['application/json']?.schema ?? {},
  );
}

/** Whether the answer is the envelope of lists. */
export function isList(document: Document, operation: Operation): boolean {
  return answerOf(document, operation).properties?.['has_more'] !== undefined;
}

/** The scalar fields of a record, each by its path: `engagement.opened`, `replies.text`. */
function fieldsOf(document: Document, given: Schema): string[] {
  const schema = resolve(document, given);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = recordIn(document, property);
    return inner ? [name, ...fieldsOf(document, inner).map((field) => `${name}.${field}`)] : [name];
  });
}

function recordIn(document: Document, given: Schema): Schema | undefined {
  const schema = resolve(document, given);
  if (schema.properties) return schema;
  const inner = schema.items ?? schema.oneOf?.[0];
  return inner && recordIn(document, inner);
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
