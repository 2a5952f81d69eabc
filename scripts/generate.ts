// Writes what follows from the contract in openapi/. Its output is committed and never edited by hand.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import openapiTS, { astToString } from 'openapi-typescript';

import { path } from './paths.ts';
import { sdkRecords } from './sdk-records.ts';

/** Every generated file, named from the top of the repository, with the text that it should have now. */
export async function generated(): Promise<Map<string, string>> {
  const document = bundle();
  const types = await contractTypes(document);
  return new Map([
    ['packages/server/openapi.json', document],
    // The same text twice: sdk and core import nothing of ours, so they cannot share a package of types.
    ['packages/server/src/api/generated/contract.ts', types],
    ['packages/sdk/src/generated/contract.ts', types],
    ['packages/sdk/src/generated/records.ts', sdkRecords(document)],
  ]);
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
  return `// Generated from openapi/ by \`pnpm generate\`. Do not edit.\n\n${astToString(nodes)}`;
}

if (import.meta.main) {
  for (const [file, text] of await generated()) {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
    console.log(file);
  }
}
