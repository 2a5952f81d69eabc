import type { Example, MediaType, Operation, Parameter, Response, Schema } from '../contract/document.ts';

export interface Document {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

interface Listed {
  id: string;
  method: string;
  path: string;
  operation: Operation;
}

/** Every operation of a bundled document, in its order. */
export function operationsOf(document: Document): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined
        ? []
        : [
            {
              id: operation.operationId,
              method: method.toUpperCase(),
              path,
              operation: withShared(operation, item),
            },
          ],
    ),
  );
}

/** A path's parameters belong to each of its operations. */
function withShared(operation: Operation, item: { parameters?: unknown }): Operation {
  const shared = (item.parameters ?? []) as Parameter[];
  return { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] };
}

/** The index for language models (llmstxt.org): the guides, and a link to the page of each operation. */
export function llmsText(document: Document): string {
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const lines = operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(
        ({ id, method, path, operation }) =>
          `- [${id}](/docs/${id}.md): \`${method} ${path}\`. ${operation.summary}.`,
      );
    return `## ${name}\n\n${description.trim()}\n\n${lines.join('\n')}`;
  });
  const guides = document.info.description.trim().replaceAll(/^#/gm, '##');
  return `# ${document.info.title}\n\n> ${document.info.summary}\n\n${guides}\n\n${sections.join('\n\n')}\n`;
}

/** The page of one operation in Markdown. */
export function operationPage(document: Document, { method, path, operation }: Listed): string {
  const parts = [
    `# ${operation.summary}`,
    `\`${method} /api${path}\``,
    operation.description?.trim() ?? '',
    ...parameterTable(document, operation.parameters ?? []),
    ...bodyPart(document, operation),
    '## Answers',
    ...Object.entries(operation.responses ?? {}).map(([status, response]) =>
      answerPart(document, status, response),
    ),
    '## Samples',
    ...(operation['x-codeSamples'] ?? []).map(({ lang, source }) => fenced(lang.toLowerCase(), source)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function parameterTable(document: Document, parameters: Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => {
    const { name, in: where, required, description, schema = {} } = resolve(document, parameter);
    return `| \`${name}\` | ${where} | ${cell(typeOf(document, schema))} | ${required ? 'yes' : 'no'} | ${cell(description)} |`;
  });
  return [
    '## Parameters',
    ['| Name | In | Type | Required | Meaning |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  ];
}

function bodyPart(document: Document, { requestBody }: Operation): string[] {
  if (!requestBody) return [];
  const media = requestBody.content['application/json'] ?? {};
  return [
    '## Body',
    `${requestBody.description} ${requestBody.required ? 'Required.' : 'Optional.'}`,
    fields(document, media.schema ?? {}),
    ...examplesOf(document, media),
  ];
}

function answerPart(document: Document, status: string, given: Response): string {
  const { description, content } = resolve(document, given);
  const media = content?.['application/json'] ?? {};
  const shape = status === '200' ? fields(document, media.schema ?? {}) : '';
  return [`### ${status}`, description, shape, ...examplesOf(document, media)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function examplesOf(document: Document, media: MediaType): string[] {
  return Object.values(media.examples ?? {}).map((given) => {
    const { summary, value } = resolve(document, given as Example);
    return `${summary}:\n\n${fenced('json', JSON.stringify(value, null, 2))}`;
  });
}

/** The fields of a record, each record inside it under its own path. */
function fields(document: Document, schema: Schema): string {
  const rows = walk(document, schema, '');
  return ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function walk(document: Document, given: Schema, at: string): string[] {
  const schema = resolve(document, given);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const row = `| \`${path}\` | ${cell(typeOf(document, property))} | ${cell(property.description)} |`;
    const record = recordOf(document, property);
    return [row, ...(record ? walk(document, record.schema, `${path}${record.suffix}`) : [])];
  });
}

/** The record that a property holds, or holds many of. */
function recordOf(document: Document, given: Schema): { schema: Schema; suffix: string } | undefined {
  const schema = resolve(document, given);
  if (schema.properties) return { schema, suffix: '' };
  const inner = schema.items ?? schema.oneOf?.[0];
  const record = inner && recordOf(document, inner);
  return record && { schema: record.schema, suffix: `${schema.items ? '[]' : ''}${record.suffix}` };
}

function typeOf(document: Document, given: Schema): string {
  const schema = resolve(document, given);
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(document, one)).join(' or ');
  if (schema.enum)
    return `${schema.enum.map((value) => valueOf(schema, value)).join(', ')}${defaultOf(schema)}`;
  if (schema.items) return `array of ${typeOf(document, schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  const bounds =
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER
      ? ` from ${schema.minimum} to ${schema.maximum}`
      : '';
  return `${types}${schema.format?.startsWith('date') ? ` (${schema.format})` : ''}${bounds}${defaultOf(schema)}`;
}

function valueOf(schema: Schema, value: unknown): string {
  const meaning = schema['x-enumDescriptions']?.[String(value)];
  return `\`${value}\`${meaning === undefined ? '' : ` (${meaning})`}`;
}

function defaultOf(schema: Schema): string {
  return schema.default === undefined ? '' : `, default \`${schema.default}\``;
}

/** Follows a reference of the bundled document; what stands beside it wins. */
export function resolve<Node extends { $ref?: string }>(document: Document, node: Node): Node {
  const [kind, name] = node.$ref?.split('/').slice(2) ?? [];
  if (kind === undefined || name === undefined) return node;
  return { ...(document.components[kind]?.[name] as Node), ...node, $ref: undefined };
}

function cell(text = ''): string {
  return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
