import { readFileSync } from 'node:fs';

import { PACKAGE_DIRECTORY } from '../package-directory.ts';
import type { operations, Scope } from './generated/contract.ts';

export type OperationId = keyof operations;
export type Method = 'get' | 'post' | 'patch';

/** What the document says of a value, as far as this program reads it. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  $ref?: string;
}

export interface Operation {
  id: OperationId;
  method: Method;
  /** As Express writes it: `/v1/magnets/:id`. */
  route: string;
  scope: Scope;
  /** Schemas of the query parameters by name. */
  query: ReadonlyMap<string, Schema>;
  /** Schema of the JSON body; undefined when the operation takes none. */
  body: Schema | undefined;
}

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  $ref?: string;
}

interface OperationObject {
  operationId: OperationId;
  security: Record<string, Scope[]>[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

export interface ContractDocument {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, unknown>>;
}

/** The contract, bundled by `pnpm generate`. A fresh copy each time: the validator writes into what it is given. */
export function readDocument(): ContractDocument {
  return JSON.parse(readFileSync(new URL('openapi.json', PACKAGE_DIRECTORY), 'utf8')) as ContractDocument;
}

/** Every operation of the contract, with its `$ref`s resolved as deep as this program looks. */
export function operationsOf(document: ContractDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'patch'] as const).flatMap((method) => {
      const operation = item[method] as OperationObject | undefined;
      return operation ? [operationOf(document, path, method, operation)] : [];
    }),
  );
}

function operationOf(
  document: ContractDocument,
  path: string,
  method: Method,
  { operationId, security, parameters = [], requestBody }: OperationObject,
): Operation {
  const scope = security.find((requirement) => 'apiKey' in requirement)?.['apiKey']?.[0];
  if (scope === undefined) throw new Error(`${operationId} names no scope under security.`);
  const query = parameters
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json'].schema;
  return {
    id: operationId,
    method,
    route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    scope,
    query: new Map(query.map(({ name, schema }) => [name, resolve(document, schema)])),
    body: body && withProperties(document, resolve(document, body)),
  };
}

function withProperties(document: ContractDocument, schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    resolve(document, property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

function resolve<T extends { $ref?: string }>(document: ContractDocument, node: T): T {
  if (node.$ref === undefined) return node;
  const keys = node.$ref.replace(/^#\//, '').split('/');
  const found = keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    document,
  );
  if (found === undefined) throw new Error(`${node.$ref} is not in the document.`);
  return resolve(document, found as T);
}
