// Fails when the contract breaks what was released.
//   node scripts/check-breaking.ts            compare with the latest released document
//   node scripts/check-breaking.ts --release  release the present one, under its version
import { globSync, readFileSync, writeFileSync } from 'node:fs';

import { breaksBetween } from './contract/breaking.ts';
import { path } from './paths.ts';

const present = JSON.parse(readFileSync(path('packages/server/openapi.json'), 'utf8'), withoutSamples) as {
  info: { version: string };
};

if (process.argv.includes('--release')) {
  writeFileSync(
    path(`openapi/released/${present.info.version}.json`),
    `${JSON.stringify(present, null, 1)}\n`,
  );
} else {
  const file = latestRelease();
  const breaks = breaksBetween(JSON.parse(readFileSync(path(file), 'utf8')) as object, present);
  for (const { action, path } of breaks) console.error(`${action}: ${path}`);
  if (breaks.length > 0) {
    console.error(`The contract breaks what ${file} promised. Undo it, or take it to /v2.`);
    process.exitCode = 1;
  }
}

/** Samples promise nothing. */
function withoutSamples(key: string, value: unknown): unknown {
  return key === 'x-codeSamples' ? undefined : value;
}

function latestRelease(): string {
  const order = new Intl.Collator('en', { numeric: true });
  const latest = globSync('openapi/released/*.json', { cwd: path('.') })
    .toSorted(order.compare)
    .at(-1);
  if (latest === undefined) throw new Error('openapi/released holds no document.');
  return latest;
}
