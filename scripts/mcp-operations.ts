// The tools of @lodestone/mcp: what an agent has to know of each operation. Every character is read by a model again and again, so an
// input has its type and the first sentence of its meaning, and an answer the names and types of its outermost fields.
import { answerOf, isList, parametersOf, scopeOf } from './cli-operations.ts';
import type { Schema } from './contract/document.ts';
import { type Document, operationsOf, resolve } from './docs/markdown.ts';

/** The text of packages/mcp/src/generated/operations.ts, from the contract as one JSON document. */
export function mcpOperations(text: string): string {
  const document = JSON.parse(text) as Document;
  const operations = operationsOf(document).map(({ id, method, path, operation }) => {
    const answer = answerOf(document, operation);
    const list = isList(document, operation);
    return {
      id,
      tool: id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      method,
      path,
      scope: scopeOf(operation),
      isList: list,
      ...(operation['x-irreversible'] === undefined ? {} : { irreversible: operation['x-irreversible'] }),
      summary: `${operation.summary}.`,
      inputs: parametersOf(document, operation).map(({ name, in: where, required = false, ...schema }) => ({
        name,
        in: where,
        required,
        schema: inputOf(schema),
      })),
      output: outputOf(document, answer),
      strangers: strangersIn(document, answer),
    };
  });
  return [
    '// Generated from openapi/ by `pnpm generate`. Do not edit.',
    "import type { Operation } from '../operation.ts';",
    `export const OPERATIONS: readonly Operation[] = ${JSON.stringify(operations, null, 2)};`,
  ]
    .join('\n\n')
    .concat('\n');
}

interface Described {
  type?: unknown;
  values?: unknown[] | undefined;
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  help: string;
}

function inputOf({ type, values, default: otherwise, minimum, maximum, help }: Described): object {
  const [meaning = ''] = help.split(/(?<=[a-z`\d)])\.(?= |$)|[;:](?= )/);
  return {
    type,
    ...(type === 'array' ? { items: { type: 'string' } } : {}),
    ...(values ? { enum: values } : {}),
    ...(otherwise === undefined || otherwise === 0 ? {} : { default: otherwise }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined || maximum >= 2 ** 31 - 1 ? {} : { maximum }),
    // One that only begins to tell its values says nothing that they do not.
    ...(meaning.startsWith('`') ? {} : { description: meaning }),
  };
}

/** Fields and their types; what lies within a record is left to the answer itself. */
function outputOf(document: Document, given: Schema): object {
  const { properties = {} } = resolve(document, given);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = resolve(document, property);
      const alternatives = schema.oneOf?.map((one) => resolve(document, one).type) ?? [schema.type];
      const types = [...new Set(alternatives.flat())];
      return [name, { type: types.length === 1 ? types[0] : types }];
    }),
  );
}

/** Where an answer holds text of strangers, each place by its path: `data.first_name`, `replies.text`. */
function strangersIn(document: Document, given: Schema): string[] {
  const schema = resolve(document, given);
  const inner = schema.items ?? schema.oneOf?.[0];
  if (inner) return strangersIn(document, inner);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    property['x-stranger'] === true
      ? [name]
      : strangersIn(document, property).map((path) => `${name}.${path}`),
  );
}
