import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { type Request, type Response, Router } from 'express';

import { PACKAGE_DIRECTORY } from '../package-directory.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

const OUTREACH_SCHEMA = readFileSync(new URL('outreach.schema.json', PACKAGE_DIRECTORY));

/** Where `scripts/build-docs` puts what is served here. */
const BUILT = fileURLToPath(new URL('dist/reference', PACKAGE_DIRECTORY));

/**
 * The reference: `/docs`, `/docs/<operationId>.md`, `/openapi.yaml`, `/openapi.json` and `/llms.txt`. Only files that are
 * there at start are served, so no path can lead anywhere else. Without built docs nothing is.
 */
export function serveDocs(directory = BUILT): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/docs/', (_request, response) => response.redirect(308, '/docs'));
  for (const file of globSync('{*.*,docs/*.*}', { cwd: directory })) {
    const path = file === 'docs/index.html' ? '/docs' : `/${file}`;
    if (file !== POLICY && extname(file) in TYPES) router.get(path, answerWith(directory, file));
  }
  // For editors of the files that `lodestone apply` reads.
  router.get('/outreach.schema.json', (_request, response) => {
    response.set({ 'Content-Type': 'application/schema+json; charset=utf-8', 'Cache-Control': 'no-cache' });
    response.end(OUTREACH_SCHEMA);
  });
  return router;
}

/** The content security policy of the page, which the build knows: it holds the hashes of its styles. */
const POLICY = 'docs/content-security-policy.txt';

function answerWith(directory: string, file: string) {
  const path = join(directory, file);
  const ending = extname(file);
  const policy = join(directory, POLICY);
  const headers = {
    'Content-Type': TYPES[ending] ?? 'application/octet-stream',
    // A script's name changes with its content.
    'Cache-Control': ending === '.js' ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(ending === '.html' && existsSync(policy)
      ? { 'Content-Security-Policy': readFileSync(policy, 'utf8') }
      : {}),
  };
  let compressed: Promise<Buffer> | undefined;
  return async (request: Request, response: Response) => {
    response.set(headers);
    if (!request.acceptsEncodings('gzip')) {
      // What is compressed stays in memory; the few that want it plain have it read.
      response.end(readFileSync(path));
      return;
    }
    compressed ??= promisify(gzip)(readFileSync(path));
    response.set('Content-Encoding', 'gzip').end(await compressed);
  };
}
