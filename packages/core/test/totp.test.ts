import { expect, test } from '@jest/globals';
import { authenticatorUri, base32, codeOf, stepAt, stepOfCode } from '@lodestone/core/two-step/totp.js';

import { expectFor } from '../../../scripts/jest/support.ts';

/** RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

test('codes are those of RFC 6238, in 6 digits', () => {
  for (const [seconds, code] of VECTORS) {
    expectFor(seconds.toString(), codeOf(SECRET, stepAt(new Date(seconds * 1_000)))).toBe(code.slice(-6));
  }
});

test('a code counts in its step, one before and one after, and no longer', () => {
  const at = new Date(1_234_567_890_000);
  const step = stepAt(at);
  const found = [-2, -1, 0, 1, 2].map((by) => stepOfCode(SECRET, codeOf(SECRET, step + by), at));
  expect(found).toStrictEqual([null, step - 1, step, step + 1, null]);
  for (const code of ['', '12345', '1234567', '٠١٢٣٤٥', 'abcdef'])
    expectFor(code, stepOfCode(SECRET, code, at)).toBeNull();
});

test('an app gets the secret in base 32, and whose it is', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(authenticatorUri(SECRET, 'a+b&c@x.example')).toBe(
    'otpauth://totp/Lodestone:a%2Bb%26c%40x.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lodestone',
  );
});
