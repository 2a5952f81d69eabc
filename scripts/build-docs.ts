// Builds the reference: pages that any web host can serve, and that the server serves itself.
//   node scripts/build-docs.ts [directory]
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildFrom, isCurrent } from './built-from.ts';
import { type Document, llmsText, operationPage, operationsOf } from './docs/markdown.ts';
import { redocFiles } from './docs/redoc.ts';
import { redocly } from './docs/redocly.ts';
import { path } from './paths.ts';

/** Where the server looks for them. */
const SERVED_FROM = path('packages/server/dist/reference');

/** The bundled contract, samples included, as `pnpm generate` wrote it. */
const BUNDLE = path('packages/server/openapi.json');

/** Every file of the reference, named from the top of the web host. */
async function docs(): Promise<Map<string, string>> {
  const json = readFileSync(BUNDLE, 'utf8');
  const document = JSON.parse(json) as Document;
  const [yaml, redoc] = await Promise.all([
    redocly('bundle', path('openapi/openapi.yaml'), '--ext=yaml', `--config=${path('openapi/redocly.yaml')}`),
    redocFiles(BUNDLE, '/docs/'),
  ]);
  return new Map([
    ['openapi.json', json],
    ['openapi.yaml', yaml],
    ['llms.txt', llmsText(document)],
    ...[...redoc].map(([name, text]) => [`docs/${name}`, text] as const),
    ...operationsOf(document).map(
      (listed) => [`docs/${listed.id}.md`, operationPage(document, listed)] as const,
    ),
  ]);
}

/** Whether the docs in a directory were built from the present sources. Building them takes 1 s. */
export function docsAreCurrent(directory = SERVED_FROM): boolean {
  return isCurrent(directory, sources());
}

/** Builds the docs into a directory, in place of what it holds. */
async function buildDocs(directory: string): Promise<void> {
  await buildFrom(directory, sources(), async () => {
    const files = await docs();
    rmSync(directory, { recursive: true, force: true });
    for (const [name, text] of files) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
  });
}

function sources(): string[] {
  return [BUNDLE, path('scripts/node_modules/@redocly/cli/package.json')].concat(
    globSync(['scripts/build-docs.ts', 'scripts/docs/*'], { cwd: path('.') })
      .toSorted()
      .map(path),
  );
}

if (import.meta.main) await buildDocs(process.argv[2] ?? SERVED_FROM);
