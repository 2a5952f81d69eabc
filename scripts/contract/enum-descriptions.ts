import type { Schema } from './document.ts';

/**
 * Decorator: gives Redoc the meaning of each value of an enumeration, where its description tells them as
 * `draft: being written. public: open to everyone.` A property's own description would hide them otherwise.
 */
export function enumDescriptions() {
  return {
    Schema: {
      leave(schema: Schema) {
        const meanings = meaningsOf(schema);
        if (meanings) schema['x-enumDescriptions'] = meanings;
      },
    },
  };
}

/** The meaning of each value; undefined unless the description tells all of them. */
function meaningsOf({ enum: values = [], description = '' }: Schema): Record<string, string> | undefined {
  const told = new Map(
    [...description.matchAll(/(?:^|\. )(\w+): ([^.]+)/g)].map(([, value, meaning]) => [value, meaning]),
  );
  if (values.length === 0 || !values.every((value) => told.has(String(value)))) return undefined;
  return Object.fromEntries(values.map((value) => [String(value), told.get(String(value)) ?? '']));
}
