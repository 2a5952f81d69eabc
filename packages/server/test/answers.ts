import { readFileSync } from 'node:fs';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { operationsOf, readDocument } from '@lodestone/server/api/document.js';

import { expectFor, present } from '../../../scripts/jest/support.ts';

const document = readDocument();

/** Every operation of the document. */
export const OPERATIONS = operationsOf(document);

/** The document as JSON, for tests that walk over it. */
export const DOCUMENT = JSON.parse(
  readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'),
) as typeof document & {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
};

/** Records may hold what they name and nothing else, so that nothing slips out unseen. */
const strict = JSON.parse(JSON.stringify(DOCUMENT), (_key, value: unknown) => {
  const isRecord = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value;
  return isRecord && value.type === 'object' ? { ...value, additionalProperties: false } : value;
}) as object;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { 'date-time': MOMENT, date: /^\d{4}-\d\d-\d\d$/, int32: true, int64: true, uuid: true },
});
ajv.addSchema({ $id: 'document', ...strict });

const validators = new Map<string, ValidateFunction>();
const patterns = OPERATIONS.map((operation) => ({
  operation,
  path: new RegExp(`^/v1${operation.route.slice(3).replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The operation that a method and a path (without the query) name; undefined when there is none. */
function operationAt(method: string, path: string) {
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  return patterns.find(({ operation, path: pattern }) => operation.method === asked && pattern.test(path))
    ?.operation;
}

/** Fails when an answer is not one that the document announces: its status, its headers, every field of its body. */
export function assertAnnounced(
  method: string,
  path: string,
  status: number,
  headers: Headers,
  body: unknown,
): void {
  const what = `${method} ${path} answered ${status}`;
  expectFor(`${what} as JSON`, headers.get('content-type') ?? '').toMatch(
    /^application\/json; charset=utf-8$/,
  );
  expectFor(`${what} with an id`, headers.get('x-request-id') ?? '').toMatch(/^[\da-f-]{36}$/);
  expectFor(`${what} and lets nobody store it`, headers.get('cache-control')).toBe('no-store');
  if (status === 401 || status === 403)
    expectFor(what, headers.get('www-authenticate') ?? '').toMatch(/^Bearer/);
  if (status === 429 || status === 503)
    expectFor(what, headers.get('retry-after') ?? '').toMatch(/^[1-9]\d*$/);
  if ([200, 400, 403, 404, 409].includes(status) && operationAt(method, path))
    expectFor(what, headers.get('ratelimit') ?? '').toMatch(/^"account";r=\d+;t=\d+$/);
  if (method === 'HEAD') return;
  const validate = validatorOf(method, path, status);
  expectFor(
    `${what}, which the document does not announce: ${ajv.errorsText(validate.errors)}`,
    validate(body),
  ).toBe(true);
}

/** Compiles a schema of the document, such as `{ $ref: '#/components/schemas/Me' }`; its records hold no unknown field. */
export function validatorOfSchema(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
}

function validatorOf(method: string, path: string, status: number): ValidateFunction {
  const operation = operationAt(method, path);
  const pointer = operation ? responsePointer(operation.id, String(status)) : '#/components/schemas/Error';
  const known = validators.get(pointer);
  if (known) return known;
  const validate = ajv.compile({ $ref: `document${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

function responsePointer(operationId: string, status: string): string {
  for (const [path, item] of Object.entries(DOCUMENT.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId !== operationId) continue;
      const response = operation.responses[status] as { $ref?: string } | undefined;
      present(response, `${operationId} does not announce ${status}`);
      const base = response.$ref ?? `#/paths/${escaped(path)}/${method}/responses/${status}`;
      return `${base}/content/${escaped('application/json')}/schema`;
    }
  }
  throw new Error(`${operationId} is not in the document.`);
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
