// Writes what follows from the contract in openapi/ and from the figures' definitions. Its output is committed and never edited by hand.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import openapiTS, { astToString } from 'openapi-typescript';

import { tsc } from './build.ts';
import { cliFields, cliOperations } from './cli-operations.ts';
import { mcpOperations } from './mcp-operations.ts';
import { path } from './paths.ts';
import { sdkRecords } from './sdk-records.ts';

/**
 * Every generated file, named from the top of the repository, with the text that it should have now. What follows from the
 * contract comes first and needs no build, so that a change which breaks the build can be generated.
 */
export async function* generated(): AsyncGenerator<[file: string, text: string]> {
  const document = bundle();
  const types = await contractTypes(document);
  yield ['packages/server/openapi.json', document];
  // The same text twice: sdk and core import nothing of ours, so they cannot share a package of types.
  yield ['packages/server/src/api/generated/contract.ts', types];
  yield ['packages/sdk/src/generated/contract.ts', types];
  yield ['packages/sdk/src/generated/records.ts', sdkRecords(document)];
  yield ['packages/cli/src/generated/operations.ts', cliOperations(document)];
  yield ['packages/cli/src/generated/fields.ts', cliFields(document)];
  yield ['packages/mcp/src/generated/operations.ts', mcpOperations(document)];
  yield* await figuresSql();
}

/** The SQL that the figures' definitions make. Imported late: it needs what was just built, which is core and no handler. */
async function figuresSql(): Promise<[string, string][]> {
  if (!tsc('-b', 'packages/core')) {
    throw new Error('packages/core does not build, so the SQL of the figures cannot be written out.');
  }
  const { sqlFiles } = await import('@lodestone/core/figures/sql-files.js');
  const { versions } = await import('@lodestone/core/figures/figures.js');
  mustBeRaised(versions());
  return [...sqlFiles()].map(([name, text]) => [`packages/core/sql/${name}`, text]);
}

/** The contract as one JSON document, its `$ref`s between files resolved. */
function bundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-generate-'));
  const output = join(folder, 'openapi.json');
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        path('scripts/node_modules/@redocly/cli/bin/cli.js'),
        'bundle',
        path('openapi/openapi.yaml'),
        `--config=${path('openapi/redocly.yaml')}`,
        `--output=${output}`,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    if (status !== 0) throw new Error(`openapi/openapi.yaml cannot be bundled:\n${stderr}`);
    return `${readFileSync(output, 'utf8').trimEnd()}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function contractTypes(document: string): Promise<string> {
  const nodes = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return `// Generated from openapi/ by \`pnpm generate\`. Do not edit.\n\n${astToString(nodes)}\n${defaultedParameters(document)}`;
}

/** The query parameters of each operation that have a default, which a server's validator fills in. */
function defaultedParameters(text: string): string {
  const document = JSON.parse(text) as Bundled;
  const resolve = <Node extends { $ref?: string }>(node: Node): Node =>
    node.$ref === undefined
      ? node
      : (node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node);
  const lines = Object.values(document.paths).flatMap((item) =>
    ['get', 'post', 'patch'].flatMap((method) => {
      const { operationId, parameters = [] } = item[method] ?? {};
      if (operationId === undefined) return [];
      const names = parameters
        .map((parameter) => resolve(parameter))
        .filter((parameter) => parameter.in === 'query' && resolve(parameter.schema).default !== undefined)
        .map(({ name }) => `"${name}"`);
      return [`    ${operationId}: ${names.join(' | ') || 'never'};`];
    }),
  );
  return `/** Names of the query parameters that have a default. */\nexport interface defaulted {\n${lines.join('\n')}\n}\n`;
}

/** What of the bundled document is read here. */
interface Bundled {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId?: string;
        parameters?: {
          $ref?: string;
          name: string;
          in: string;
          schema: { $ref?: string; default?: unknown };
        }[];
      }
    >
  >;
}

type Versions = Record<string, { version: number; definition: string }>;

/** Two programs must not take one version for two definitions: each would undo what the other installed. */
function mustBeRaised(now: Versions): void {
  const file = path('packages/core/sql/versions.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Versions) : {};
  const same = Object.entries(now).filter(
    ([name, { version, definition }]) =>
      before[name] && before[name].definition !== definition && before[name].version >= version,
  );
  if (same.length === 0) return;
  throw new Error(
    `Raise the version of ${same.map(([name]) => name).join(', ')} (packages/core/src/figures): the definition is another one now.`,
  );
}

if (import.meta.main) {
  for await (const [file, text] of generated()) {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
    console.log(file);
  }
}
