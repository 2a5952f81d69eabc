import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

/** The absolute path of something named from the top of the repository. */
export function path(fromTop: string): string {
  return fileURLToPath(new URL(fromTop, root));
}

/** The operator's command, as the build bundles it. */
export const LODESTONE = path('packages/server/bundle/main.js');
