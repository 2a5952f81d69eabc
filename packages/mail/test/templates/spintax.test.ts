import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { readSpintax, spinText } from '@lodestone/mail/templates/spintax.js';

import { cpuTime } from '../../../../scripts/jest/support.ts';

const spun = (text: string, seed = 'a') => spinText(readSpintax(text).spin, seed);
const all = (text: string) => new Set(Array.from({ length: 300 }, (_, i) => spun(text, `lead ${i}`)));

describe('a choice', () => {
  test.each<[string, string[]]>([
    ['{Hi|Hello}', ['Hi', 'Hello']],
    ['{a|b|c} {d|e}', ['a d', 'a e', 'b d', 'b e', 'c d', 'c e']],
    ['{Hi {you|friend}|Hello}', ['Hi you', 'Hi friend', 'Hello']],
    ['{a|}', ['a', '']],
    ['{|}', ['']],
    ['{{{ x }}|there}', ['{{ x }}', 'there']],
    ['{Hi {{ x }}|Hello}', ['Hi {{ x }}', 'Hello']],
    ['{{{ a | default: "}|{" }}|{{ b }}}', ['{{ a | default: "}|{" }}', '{{ b }}']],
    ['{{ a | upcase }}', ['{{ a | upcase }}']],
    ['{% if a %}{b|c}{% endif %}', ['{% if a %}b{% endif %}', '{% if a %}c{% endif %}']],
    ['{% raw %}{a|b}{% endraw %}', ['{% raw %}{a|b}{% endraw %}']],
    ['{% comment %}{a|{% endcomment %}', ['{% comment %}{a|{% endcomment %}']],
    ['\\{a\\|b\\}', ['{a|b}']],
    ['{a\\|b|c\\}}', ['a|b', 'c}']],
    ['{one}', ['{one}']],
    ['{one{a|b}}', ['{onea}', '{oneb}']],
    ['a | b', ['a | b']],
    ['C:\\dir', ['C:\\dir']],
  ])('in %j has the options %j', (text, options) => {
    expect(all(text)).toEqual(new Set(options));
    expect(readSpintax(text).problems).toEqual([]);
  });

  test.each([
    ['Hi {a|b', 1, 4, 'never closed'],
    ['x\ny {a|{b|c}', 2, 3, 'never closed'],
    ['a} b', 1, 2, 'closes nothing'],
    ['{{{{{', 1, 1, 'never closed'],
  ])('in %j is not closed, at line %i, column %i', (text, line, column, message) => {
    const [problem] = readSpintax(text).problems.toSorted((a, b) => a.column - b.column);
    expect(problem).toMatchObject({ line, column, message: expect.stringContaining(message) });
  });

  test('falls the same way for the same seed, and each way about as often', () => {
    expect(spun('{a|b|c}{d|e}', 'lead 1 step 2')).toBe(spun('{a|b|c}{d|e}', 'lead 1 step 2'));
    const counts = new Map<string, number>();
    for (let i = 0; i < 6_000; i += 1) {
      const text = spun('{a|b|c} {d|e}', `sub_${i}:1`);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

test('whatever the text, it is read in one pass, and text without braces stays as it is', async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '|', '}', '\\', 'a', '{{', '}}', '{%', '%}', '"', '\n') }),
      (text) => {
        expect(typeof spun(text)).toBe('string');
        if (!/[{}\\]/.test(text)) expect(spun(text)).toBe(text);
      },
    ),
    { numRuns: 2_000 },
  );
  const took = await cpuTime(() => {
    for (const piece of ['{', '{a|', '}', '{|}', '{{', '{%', '{% raw %}', '{a', '\\{', '{{{', '"{{'])
      spun(piece.repeat(50_000 / piece.length));
  });
  expect(took).toBeLessThan(2_000);
});
