import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { expectFor } from '../jest/support.ts';
import { redocly } from '../docs/redocly.ts';
import { path } from '../paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'lodestone-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Text in a file of the contract that is replaced, and the rule that complains then. */
const FAULTS: [what: string, rule: string, file: string, text: string, instead: string][] = [
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

/** The contract as it stands, and then a copy for each fault. */
let complaints: string[][];
beforeAll(async () => {
  const copies = ['0', ...FAULTS.map((_, nth) => String(nth + 1))];
  for (const copy of copies) cpSync(path('openapi'), join(folder, copy, 'openapi'), { recursive: true });
  FAULTS.forEach(([, , ...edit], nth) => replaceIn(copies[nth + 1]!, ...edit));
  complaints = await complaintsAbout(copies);
});

function replaceIn(copy: string, file: string, text: string, instead: string): void {
  const whole = join(folder, copy, 'openapi', file);
  const original = readFileSync(whole, 'utf8');
  expectFor(`${file} holds: ${text}`, original).toContain(text);
  writeFileSync(whole, original.replace(text, instead));
}

/** The names of the rules that complained about each copy, in one process. */
async function complaintsAbout(copies: string[]): Promise<string[][]> {
  const reports = await redocly(
    'lint',
    ...copies.map((copy) => join(folder, copy, 'openapi/openapi.yaml')),
    `--config=${path('openapi/redocly.yaml')}`,
    '--format=json',
  ).catch((error: { stdout: string }) => error.stdout);
  // One report after the other, with nothing between them.
  return reports
    .slice(reports.indexOf('{'))
    .split(/(?<=^\})(?=\{)/m)
    .map((report) => {
      const { problems } = JSON.parse(report) as { problems: { ruleId: string }[] };
      return problems.map(({ ruleId }) => ruleId);
    });
}

describe('the contract is refused', () => {
  test.each(FAULTS.map(([what, rule], nth) => ({ what, rule, nth })))('for $what', ({ rule, nth }) => {
    expect(complaints[nth + 1]).toContain(rule);
  });
});

test('the contract as it stands is accepted', () => {
  expect(complaints[0]).toStrictEqual([]);
});
