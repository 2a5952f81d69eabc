// Rules of the contract that Redocly does not have. Each is a visitor that reports what it finds wrong.
import { existsSync } from 'node:fs';

import { path } from '../paths.ts';
import { LANGUAGES, sampleFile } from './code-samples.ts';
import type { Header, MediaType, Operation, Parameter, Response, Schema } from './document.ts';

interface Context {
  key: string | number;
  location: { child(name: string | string[]): Context['location'] };
  report(problem: { message: string; location: Context['location'] }): void;
  resolve<T>(node: T & { $ref?: string }): { node?: T };
}

type Paths = { parameters?: Parameter[] } & Partial<Record<'get' | 'post' | 'patch', Operation>>;

const SCALARS = new Set(['string', 'number', 'integer', 'boolean']);

/** Each operation, parameter, header, response, body and property says what it is. */
export function everythingDescribed() {
  return {
    Operation(operation: Operation, context: Context) {
      described(operation, context);
      if (!operation.summary)
        context.report({ message: 'A summary is missing.', location: context.location });
    },
    Parameter: described,
    Header: described,
    Response: described,
    RequestBody: described,
    SchemaProperties(properties: Record<string, Schema>, context: Context) {
      for (const [name, property] of Object.entries(properties)) {
        described(property, { ...context, location: context.location.child([name]) });
      }
    },
  };
}

/** Each scalar property, each parameter and header, and each body has an example. */
export function everythingExampled() {
  return {
    MediaType: exampled,
    Parameter: exampled,
    Header: exampled,
    SchemaProperties(properties: Record<string, Schema>, context: Context) {
      for (const [name, property] of Object.entries(properties)) {
        const target = context.resolve(property).node ?? property;
        if (!typesOf(target).some((type) => SCALARS.has(type))) continue;
        if (property.examples === undefined && target.examples === undefined) {
          context.report({ message: 'An example is missing.', location: context.location.child([name]) });
        }
      }
    },
  };
}

/** No array and no integer is without bounds, and each integer says how wide it is. */
export function numbersAndArraysBounded() {
  return {
    Schema(schema: Schema, { report, location }: Context) {
      const types = typesOf(schema);
      const missing = [
        ...(types.includes('array') ? (['maxItems'] as const) : []),
        ...(types.includes('integer') ? (['minimum', 'maximum', 'format'] as const) : []),
      ].filter((bound) => schema[bound] === undefined);
      for (const bound of missing) report({ message: `${bound} is missing.`, location });
    },
  };
}

/** Each operation describes the failures that any can answer, and tells when to try again where waiting helps. */
export function failuresAnswered() {
  return {
    Operation(operation: Operation, { report, location, resolve }: Context) {
      const responses = operation.responses ?? {};
      const changes = operation.responses?.['413'] !== undefined || operation.requestBody !== undefined;
      const expected = ['400', '401', '403', '404', '429', '500', '503', ...(changes ? ['413', '415'] : [])];
      for (const status of expected.filter((status) => responses[status] === undefined)) {
        report({ message: `The answer ${status} is missing.`, location: location.child(['responses']) });
      }
      for (const [status, header] of [
        ['429', 'Retry-After'],
        ['503', 'Retry-After'],
        ['401', 'WWW-Authenticate'],
      ] as const) {
        const response = responses[status] && (resolve(responses[status]).node as Response | undefined);
        if (response && response.headers?.[header] === undefined) {
          report({
            message: `The header ${header} is missing.`,
            location: location.child(['responses', status]),
          });
        }
      }
    },
  };
}

/** Each example of a failure is named, after its code or after the field at fault, and summed up. */
export function failuresExampled() {
  return {
    Response(response: Response, { report, location, key }: Context) {
      if (/^[23]/.test(String(key))) return;
      for (const media of Object.values(response.content ?? {})) {
        if (media.examples === undefined) report({ message: 'Named examples are missing.', location });
      }
    },
    Example(example: { summary?: string }, { report, location }: Context) {
      if (!example.summary) report({ message: 'A summary is missing.', location });
    },
  };
}

/** `list…` reads a list, `get…` one object, `update…` patches; a POST is named after what it does, its path's last part. */
export function operationIdConvention() {
  return {
    PathItem: {
      enter(item: Record<string, Operation>, { report, location, key }: Context) {
        for (const [method, verb] of [
          ['get', 'get|list'],
          ['patch', 'update'],
          ['post', String(key).split('/').at(-1)],
        ]) {
          const id = item[method ?? '']?.operationId;
          if (id !== undefined && !new RegExp(`^(${verb})[A-Z][A-Za-z]+$`).test(id)) {
            const message = `${id} should be ${verb} and the name of a thing.`;
            report({ message, location: location.child([method ?? '', 'operationId']) });
          }
        }
      },
    },
  };
}

/** Each operation asks for exactly one scope of a key, or for a session, and its description names the scope. */
export function scopeStated() {
  return {
    Operation(operation: Operation, { report, location }: Context) {
      const scopes = operation.security?.flatMap(({ apiKey }) => apiKey ?? []) ?? [];
      const session = operation.security?.some(({ session }) => session?.length === 0);
      if (scopes.length !== 1 || !session) {
        report({ message: 'security must be a key with one scope, or a session.', location });
      }
      if (!operation.description?.includes(`Scope: \`${scopes[0]}\`.`)) {
        report({
          message: `The description must say: Scope: \`${scopes[0]}\`.`,
          location: location.child(['description']),
        });
      }
    },
  };
}

/** Path, query and body share no name, since the server hands them on as one record. */
export function namesDistinct() {
  return {
    PathItem(item: Paths, { report, location, resolve }: Context) {
      const parameters = (given: (Parameter & { $ref?: string })[] = []) =>
        given.flatMap((parameter) => resolve(parameter).node?.name ?? []);
      for (const method of ['get', 'post', 'patch'] as const) {
        const operation = item[method];
        if (operation === undefined) continue;
        const media =
          operation.requestBody && resolve(operation.requestBody).node?.content?.['application/json'];
        const schema = media?.schema && resolve(media.schema).node;
        const names = [
          ...parameters(item.parameters),
          ...parameters(operation.parameters),
          ...Object.keys(schema?.properties ?? {}),
        ];
        for (const name of new Set(names.filter((name, at) => names.indexOf(name) !== at))) {
          const message = `${name} stands in more than one of path, query and body.`;
          report({ message, location: location.child([method]) });
        }
      }
    },
  };
}

/** Each operation has a sample in every language. */
export function samplesPresent() {
  return {
    Operation({ operationId = '' }: Operation, { report, location }: Context) {
      for (const file of LANGUAGES.map(({ ending }) => sampleFile(operationId, ending))) {
        if (!existsSync(path(file))) report({ message: `${file} is missing.`, location });
      }
    },
  };
}

function described(node: { description?: string }, { report, location }: Context): void {
  if (!node.description?.trim()) report({ message: 'A description is missing.', location });
}

function exampled(node: MediaType | Parameter | Header, { report, location }: Context): void {
  const examples = 'examples' in node ? Object.keys(node.examples ?? {}).length : 0;
  if (node.example === undefined && examples === 0) report({ message: 'An example is missing.', location });
}

function typesOf({ type = [] }: Schema): string[] {
  return typeof type === 'string' ? [type] : type;
}
