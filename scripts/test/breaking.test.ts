import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { breaksBetween } from '../contract/breaking.ts';
import { path } from '../paths.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a document that the tests take apart
type Json = any;

const whole: Json = JSON.parse(readFileSync(path('packages/server/openapi.json'), 'utf8'));

/** What the changes below are about: each comparison of all paths takes half a second. */
const CHANGED = ['/v1/usage', '/v1/magnets', '/v1/magnets/{id}', '/v1/subscribers', '/v1/subscribers/{id}'];
const part: Json = { ...whole, paths: Object.fromEntries(CHANGED.map((name) => [name, whole.paths[name]])) };

function breaksAfter(change: (document: Json) => void, released: Json = part) {
  const present = structuredClone(released);
  change(present);
  return breaksBetween(released, present);
}

describe('a change of the contract breaks callers when it', () => {
  const breaking: [string, (document: Json) => void][] = [
    ['takes a field away', ({ components }) => delete components.schemas.Magnet.properties.slug],
    ['no longer promises a field', ({ components }) => components.schemas.Magnet.required.pop()],
    [
      'lets a field be null',
      ({ components }) => (components.schemas.Magnet.properties.title.type = ['string', 'null']),
    ],
    ['renames an operation', ({ paths }) => (paths['/v1/usage'].get.operationId = 'readUsage')],
    ['takes an operation away', ({ paths }) => delete paths['/v1/magnets/{id}'].patch],
    ['asks for another scope', ({ paths }) => (paths['/v1/usage'].get.security[0].apiKey = ['usage:read'])],
    ['accepts less', ({ components }) => (components.parameters.Limit.schema.maximum = 100)],
    ['has another default', ({ components }) => (components.parameters.Limit.schema.default = 20)],
    ['takes a parameter away', ({ paths }) => paths['/v1/magnets'].get.parameters.pop()],
    [
      'requires a field of a body',
      ({ components }) => (components.schemas.SubscriberUpdate.required = ['tags']),
    ],
  ];
  for (const [what, change] of breaking) {
    test(what, () => expect(breaksAfter(change)).not.toStrictEqual([]));
  }
});

describe('a change of the contract breaks nobody when it', () => {
  const harmless: [string, (document: Json) => void][] = [
    ['adds a field', ({ components }) => (components.schemas.Magnet.properties.color = { type: 'string' })],
    ['adds an operation', ({ paths }) => (paths['/v1/extra'] = structuredClone(paths['/v1/usage']))],
    [
      'adds an optional parameter',
      ({ paths }) =>
        paths['/v1/magnets'].get.parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } }),
    ],
    [
      'says the same in other words',
      ({ components }) => (components.schemas.Magnet.description = 'A magnet.'),
    ],
  ];
  test('changes nothing', () => expect(breaksAfter(() => {}, whole)).toStrictEqual([]));
  for (const [what, change] of harmless) {
    test(what, () => expect(breaksAfter(change)).toStrictEqual([]));
  }
});
