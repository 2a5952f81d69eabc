import { fromJsonSchema } from '@modelcontextprotocol/server';

import type { Row, Schema } from './operation.ts';

/** A tool's input for the library. What it refuses is told with what would be right: the library names the input alone. */
export function inputSchema(schema: Schema): ReturnType<typeof fromJsonSchema<Row>> {
  const { '~standard': standard } = fromJsonSchema<Row>(schema);
  const validate = async (given: unknown) => {
    const result = await standard.validate(given);
    if (!result.issues) return result;
    return {
      issues: result.issues.map(({ message }) => ({ message: inPlainWords(schema, given, message) })),
    };
  };
  return { '~standard': { ...standard, validate } };
}

function inPlainWords({ properties }: Schema, given: unknown, message: string): string {
  const known = properties as Readonly<Record<string, Schema>>;
  const [, name = ''] = /^data\/(\w+)/.exec(message) ?? [];
  const [, missing = ''] = /required property '(\w+)'/.exec(message) ?? [];
  if (known[missing]) return `${missing} is missing: it must be ${mustBe(known[missing])}.`;
  if (!known[name]) return message;
  const value = JSON.stringify((given as Row)[name])?.slice(0, 100);
  return `${name} must be ${mustBe(known[name])}; got ${value}.`;
}

function mustBe({ type, enum: values, minimum, maximum, description }: Schema): string {
  if (Array.isArray(values)) return `one of ${values.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return 'a list of texts';
  if (type === 'string') return `a text${typeof description === 'string' ? ` (${description})` : ''}`;
  const least = minimum === undefined ? '' : maximum === undefined ? ` of at least ${String(minimum)}` : '';
  const both = maximum === undefined ? '' : ` from ${String(minimum)} to ${String(maximum)}`;
  return `${type === 'integer' ? 'a whole number' : 'a number'}${least}${both}`;
}
