/** What SECURITY.md promises of the packages that this is built from. */
import { globSync, readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { expectFor } from '../jest/support.ts';
import { path } from '../paths.ts';

const workspace = readFileSync(path('pnpm-workspace.yaml'), 'utf8');

/** The indented lines below a key of the workspace's file, as names and values. */
function under(key: string): [name: string, value: string][] {
  const [, lines = ''] = new RegExp(`^${key}:\\n((?:(?: +.*)?\\n)+)`, 'm').exec(workspace) ?? [];
  return [...lines.matchAll(/^ +'?([^\s':]+)'?: +([^\s#]+)/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

test('each package that we use has one exact version, in one place', () => {
  const catalog = under('catalog');
  expect(catalog.length).toBeGreaterThan(20);
  for (const [name, version] of catalog) expectFor(name, version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  const manifests = globSync(['package.json', 'packages/*/package.json', 'scripts/package.json'], {
    cwd: path('.'),
  });
  expect(manifests.length).toBeGreaterThan(8);
  for (const manifest of manifests) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(path(manifest), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expectFor(`${manifest}, ${name}`, version).toMatch(/^(catalog:|workspace:\*$)/);
  }
});

test('a version is two days old before it is taken, and a package runs scripts only where that was decided', () => {
  const [, minutes = '0'] = /^minimumReleaseAge: (\d+)$/m.exec(workspace) ?? [];
  expect(Number(minutes)).toBeGreaterThanOrEqual(2 * 24 * 60);
  const decided = under('allowBuilds');
  expect(decided.length).toBeGreaterThan(0);
  for (const [name, allowed] of decided) expectFor(name, allowed).toMatch(/^(true|false)$/);
  expect(workspace).not.toMatch(/dangerouslyAllowAllBuilds/);
});

test('what is merged was installed from the lockfile as it is', () => {
  expect(readFileSync(path('.ci/run'), 'utf8')).toMatch(/^step npx pnpm install --frozen-lockfile$/m);
});
