import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { expectFor } from '../jest/support.ts';
import { redocly } from '../docs/redocly.ts';
import { path } from '../paths.ts';

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lodestone-rules-'));
  for (const folder of ['openapi', 'scripts/contract', 'scripts/paths.ts']) {
    cpSync(path(folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(path('scripts/node_modules'), join(copy, 'scripts/node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Lints the copy after text in one of its files was replaced, and gives the names of the rules that complained. */
async function complaintsAbout(file: string, text: string, instead: string): Promise<string[]> {
  const whole = join(copy, 'openapi', file);
  const original = readFileSync(whole, 'utf8');
  expectFor(`${file} holds: ${text}`, original).toContain(text);
  writeFileSync(whole, original.replace(text, instead));
  try {
    const contract = join(copy, 'openapi/openapi.yaml');
    const report = await redocly(
      'lint',
      contract,
      `--config=${join(copy, 'openapi/redocly.yaml')}`,
      '--format=json',
    ).catch((error: { stdout: string }) => error.stdout);
    const { problems } = JSON.parse(report.slice(report.indexOf('{'))) as { problems: { ruleId: string }[] };
    return [...new Set(problems.map(({ ruleId }) => ruleId))];
  } finally {
    writeFileSync(whole, original);
  }
}

describe('the contract is refused', () => {
  const faults: [what: string, rule: string, file: string, text: string, instead: string][] = [
    [
      'a property without a description',
      'contract/everything-described',
      'schemas/account.yaml',
      '      description: Name the owner gave the account.\n',
      '',
    ],
    [
      'a scalar without an example',
      'contract/everything-exampled',
      'schemas/account.yaml',
      "      examples: ['owner@meridian.example']\n",
      '',
    ],
    [
      'an example that its schema refuses',
      'no-invalid-media-type-examples',
      'examples/magnets.yaml',
      'kind: guide',
      'kind: book',
    ],
    [
      'an array without a bound',
      'contract/numbers-and-arrays-bounded',
      'schemas/account.yaml',
      '      maxItems: 20\n',
      '',
    ],
    [
      'an integer without a bound',
      'contract/numbers-and-arrays-bounded',
      'schemas/account.yaml',
      '      minimum: 0\n',
      '',
    ],
    [
      'a 429 without Retry-After',
      'contract/failures-answered',
      'schemas/shared.yaml',
      "    Retry-After:\n      $ref: '#/RetryAfter'\n",
      '',
    ],
    [
      'an operation without a 503',
      'contract/failures-answered',
      'paths/account.yaml',
      "      '503':\n        $ref: '../schemas/shared.yaml#/Unavailable'\n",
      '',
    ],
    [
      'an operation whose name breaks the convention',
      'contract/operation-id-convention',
      'paths/account.yaml',
      'operationId: getMe',
      'operationId: fetchMe',
    ],
    [
      'an operation that does not state its scope',
      'contract/scope-stated',
      'paths/account.yaml',
      'Scope: `account:read`.',
      'Scope: `magnets:read`.',
    ],
    [
      'an example of a failure without a summary',
      'contract/failures-exampled',
      'schemas/shared.yaml',
      '  summary: No credential at all\n',
      '',
    ],
    [
      'an operation without samples',
      'contract/samples-present',
      'paths/account.yaml',
      'operationId: getMe',
      'operationId: getMyself',
    ],
    [
      'a name that path and body share',
      'contract/names-distinct',
      'schemas/magnets.yaml',
      '  properties:\n    status:\n      description: The status to set.',
      '  properties:\n    id:\n      description: The status to set.',
    ],
    [
      'a component that nothing uses',
      'no-unused-components',
      'openapi.yaml',
      '  securitySchemes:',
      '  schemas:\n    Unused:\n      type: string\n  securitySchemes:',
    ],
  ];
  for (const [what, rule, ...edit] of faults) {
    test(`for ${what}`, async () => {
      const complaints = await complaintsAbout(...edit);
      expectFor(`complained: ${complaints.join(', ') || 'nothing'}`, complaints).toContain(rule);
    });
  }
});

test('the contract as it stands is accepted', async () => {
  expect(await complaintsAbout('openapi.yaml', 'openapi: 3.1.0', 'openapi: 3.1.0')).toStrictEqual([]);
});
