import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

test('the package loads as an ES module and as CommonJS', async () => {
  const imported = await import('@lodestone/sdk');
  const required: unknown = createRequire(import.meta.url)('@lodestone/sdk');
  assert.deepEqual(Object.keys(required as object).toSorted(), Object.keys(imported).toSorted());
});

for (const [tool, ...args] of [
  ['publint', '--strict'],
  ['attw', '--pack', '.'],
] as const) {
  test(`${tool} finds no fault with what would be published`, () => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, args, {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });
}
