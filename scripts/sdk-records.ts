// The SDK's records: the contract's schemas as interfaces, documented, with open enums.

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
}

/** The text of packages/sdk/src/generated/records.ts, from the contract as one JSON document. */
export function sdkRecords(document: string): string {
  const { components } = JSON.parse(document) as { components: { schemas: Record<string, Schema> } };
  const declarations = Object.entries(components.schemas)
    // The envelope of failures; what it says is in LodestoneError.
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => `${comment(schema)}${declaration(name, schema)}`);
  return [
    '// Generated from openapi/ by `pnpm generate`. Do not edit.',
    "import type { Open } from '../open.ts';\nimport type * as contract from './contract.ts';",
    ...declarations,
  ]
    .join('\n\n')
    .concat('\n');
}

const comment = ({ description }: Schema) =>
  description ? `/** ${description.trim().replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n` : '';

// An interface, because editors show its name where they would spell an alias out.
const declaration = (name: string, { type }: Schema) =>
  type === 'object'
    ? `export interface ${name} extends Open<contract.${name}> {}`
    : `export type ${name} = contract.${name};`;
