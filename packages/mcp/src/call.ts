import type { Lodestone } from '@lodestone/sdk';

import { OPERATIONS } from './generated/operations.ts';
import type { Operation, Row } from './operation.ts';

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

/** The operation of a name. */
export function operation(id: string): Operation {
  const found = BY_ID.get(id);
  if (!found) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

/** Calls an operation with its parameters by name, wherever the contract puts them. */
export async function call(
  lodestone: Lodestone,
  { method, path, inputs }: Operation,
  given: Row,
): Promise<Row> {
  return (await request(lodestone, { method, path, inputs }, given)) as Row;
}

/** Reads a list page by page. */
export function pages(lodestone: Lodestone, operation: Operation, given: Row): AsyncGenerator<Row> {
  return request(lodestone, operation, given).pages() as AsyncGenerator<Row>;
}

function request(
  lodestone: Lodestone,
  { method, path, inputs }: Pick<Operation, 'method' | 'path' | 'inputs'>,
  given: Row,
) {
  const of = (where: string) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.in === where)
        .flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
    );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(String(given[name])));
  const hasBody = inputs.some((input) => input.in === 'body');
  return lodestone.request(method, filled, { query: of('query'), body: hasBody ? of('body') : undefined });
}

/** Dots would lead to another operation's address; what is no id at all is not found. */
const segment = (id: string): string => encodeURIComponent(/^\.{0,2}$/.test(id) ? 'none' : id);
