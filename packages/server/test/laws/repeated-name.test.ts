import { expect, test } from '@jest/globals';

import { repeatedName } from '@lodestone/server/api/repeated-name.js';
import fc from 'fast-check';

import { leastCpuTime } from '../../../../scripts/jest/support.ts';

test('a name that stands twice in one object is found, however it is written', () => {
  expect(repeatedName('{"status":"draft","status":"public"}')).toBe('status');
  expect(repeatedName('{"status":"draft", "st\\u0061tus" : 1}')).toBe('status');
  expect(repeatedName('{"a":[{"b":1,"c":{"b":2},"b":3}]}')).toBe('b');
  expect(repeatedName('{"a":"{\\"a\\":1}","\\"a":2}')).toBeUndefined();
  expect(repeatedName('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}')).toBeUndefined();
  expect(repeatedName('["a","a","a:"]')).toBeUndefined();
});

test('whatever JSON is made of an object repeats no name', () => {
  fc.assert(fc.property(fc.json(), (text) => repeatedName(JSON.stringify(JSON.parse(text))) === undefined));
});

test('a long or deep body is read in an instant', async () => {
  const took = await leastCpuTime(() => {
    expect(repeatedName(`{"a":"${'\\\\'.repeat(40_000)}"}`)).toBeUndefined();
    expect(repeatedName('{"a":'.repeat(15_000) + '1' + '}'.repeat(15_000))).toBeUndefined();
  });
  expect(took).toBeLessThan(1_000);
});
