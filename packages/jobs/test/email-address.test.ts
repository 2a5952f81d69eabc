import { expect, test } from '@jest/globals';
import { isEmailAddress } from '@lodestone/core';
import { wireAddress } from '@lodestone/mail';
import fc from 'fast-check';

/** What addresses are made of, and what is put into them by mistake or on purpose. */
const part = fc.string({
  unit: fc.constantFrom(
    'a',
    'z',
    '0',
    '.',
    '-',
    '_',
    '+',
    '/',
    '?',
    '#',
    '%',
    'é',
    'ß',
    '。',
    '्',
    '\u00ad',
    '"',
    ' ',
  ),
  minLength: 1,
  maxLength: 12,
});

test('what is taken for an email address can be said to a mail server', () => {
  const address = fc
    .tuple(part, part, fc.constantFrom('example', 'in', 'भारत', 'x', '1'))
    .map(([local, domain, end]) => `${local}@${domain}.${end}`)
    .filter(isEmailAddress);
  fc.assert(
    fc.property(address, (text) => expect(wireAddress(text)).not.toBeNull()),
    { numRuns: 5_000 },
  );
});
