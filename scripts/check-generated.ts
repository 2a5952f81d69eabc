// Fails when a generated file is not what the contract or the figures' definitions give now.
import { existsSync, readFileSync } from 'node:fs';

import { generated } from './generate.ts';
import { path } from './paths.ts';

const stale: string[] = [];
for await (const [file, text] of generated()) {
  if (!existsSync(path(file)) || readFileSync(path(file), 'utf8') !== text) stale.push(file);
}

if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npx pnpm generate\` and commit what it wrote.`);
  process.exitCode = 1;
}
