import { describe, expect, test } from '@jest/globals';

import { checkTemplate, composeMail, renderTemplate } from '@lodestone/mail';

import { cpuTime } from '../../../../scripts/jest/support.ts';

const KNOWN = ['first_name', 'last_name', 'email', 'company', 'download_url'];
const BEN = { first_name: 'Ben', last_name: null, company: 'Acme', email: 'ben@inbox.example' };
const render = (text: string, values: Record<string, string | null> = BEN) =>
  renderTemplate(text, values, { seed: 'lead 1' });

test('a machine that stands still for a moment makes no template too long', async () => {
  let read = 0;
  performance.now = () => Math.min(++read, 2) * 1_000;
  try {
    expect((await render('Hi {{ first_name }}, from {{ company }}')).text).toBe('Hi Ben, from Acme');
    expect(read).toBeGreaterThan(2);
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
});

describe('a template is rendered', () => {
  test.each([
    ['Hi {{ first_name }}', 'Hi Ben'],
    ['{{ company | upcase }}: {{ company | size | plus: 1 }}', 'ACME: 5'],
    ['{% if company %}At {{ company }}{% else %}Hello{% endif %}', 'At Acme'],
    ['{% assign letters = "a,b" | split: "," %}{% for l in letters %}{{ l }}{% endfor %}', 'ab'],
    ['{% assign x = company | downcase %}{{ x }}', 'acme'],
    ['{{ last_name | default: "there" }}', 'there'],
    ['{{ last_name | upcase | default: "there" }}', 'there'],
    ['{{ last_name | append: company | default: "there" }}', 'there'],
    ['{% if last_name %}x{% else %}y{% endif %}', 'y'],
    ['{% if last_name == blank %}y{% endif %}', 'y'],
    ['{% unless last_name %}y{% endunless %}', 'y'],
    ['Fish & chips < {{ company }}', 'Fish & chips < Acme'],
    ['{x} \\{first_name\\}', '{x} {first_name}'],
  ])('%s becomes %s, and nothing is missing', async (text, expected) => {
    expect(await render(text)).toEqual({ text: expected, missing: [] });
    expect(await checkTemplate(text, KNOWN)).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['Hi {{ last_name }}!', 'Hi !', ['last_name']],
    ['Hi {{ last_name | upcase }}!', 'Hi !', ['last_name']],
    ['{{ company | append: last_name }}', '', ['last_name']],
    ['{{ last_name | default: nickname }}', '', ['nickname']],
    ['{% assign x = last_name %}{{ x }}{{ x }}', '', ['last_name']],
    ['{{ nickname }}', '', ['nickname']],
    ['{% if company %}{{ company }}{% else %}{{ last_name }}{% endif %}', 'Acme', []],
  ])('%s lacks fields, which is reported', async (text, expected, missing) => {
    expect(await render(text)).toEqual({ text: expected, missing });
  });

  test('a choice that was not taken lacks nothing', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => renderTemplate('{{{ last_name }}|there}', BEN, { seed: `${i}` })),
    );
    expect(new Set(results.map(({ text, missing }) => `${text}:${missing.join()}`))).toEqual(
      new Set(['there:', ':last_name']),
    );
  });

  test('with values that are text, whatever they hold', async () => {
    const values = { ...BEN, company: '{a|b} {{ email }} {% if x %} \\{ <b>' };
    expect(await render('{{ company }}', values)).toEqual({ text: values.company, missing: [] });
  });

  test('without the characters by which a value turns around what stands behind it', async () => {
    const turned = { first_name: 'Ben\u202e', company: '\u2067Acme\u2066 \u202aInc\u202c' };
    expect((await render('Hi {{ first_name }}, from {{ company }}.', turned)).text).toBe(
      'Hi Ben, from Acme Inc.',
    );
  });

  test('with names on one line, and without those that advertise', async () => {
    const greet = (first_name: string) => render('Hi {{ first_name | default: "there" }}', { first_name });
    expect((await greet('Ben\r\nBcc: eve@evil.example')).text).toBe('Hi there');
    expect((await greet('Mary\nJane\u0000')).text).toBe('Hi Mary Jane');
    for (const name of [
      'Win at https://evil.example',
      'www.evil.com',
      'evil.com',
      'Go to evil.co.uk/x now',
      '[x](http://evil.com)',
    ])
      expect((await greet(name)).text).toBe('Hi there');
    for (const name of ['J.D.', 'St. Clair', 'Dr.Who', "O'Neil", 'Zoë', 'Jean-Luc'])
      expect((await greet(name)).text).toBe(`Hi ${name}`);
    expect((await greet('x'.repeat(5_000))).text.length).toBeLessThan(200);
  });

  test('without reaching what lies behind a value', async () => {
    for (const path of [
      'constructor',
      '__proto__',
      'first_name.constructor',
      'first_name.__proto__.x',
      'toString',
    ])
      expect((await render(`{{ ${path} }}`)).text).toBe('');
  });

  test('and cannot add a header by a subject', async () => {
    const { text } = await render('{{ company }}', { company: 'Acme\r\nBcc: eve@evil.example' });
    const { raw } = await composeMail({
      from: { address: 'maya@acme.example' },
      to: { address: 'ben@inbox.example' },
      subject: text,
      body: text,
      messageId: 'a@acme.example',
      date: new Date(),
    });
    expect(raw.toString()).toContain('\r\nSubject: Acme Bcc: eve@evil.example\r\n');
    expect(raw.toString().split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc/m);
  });
});

describe('what is wrong with a template is said in plain English, with its place', () => {
  test.each([
    ['Hi {{ frist_name }}', 1, 7, 'There is no field "frist_name". Did you mean "first_name"?'],
    [
      'a\n  {{ xyz }}',
      2,
      6,
      'There is no field "xyz". There are first_name, last_name, email, company, download_url.',
    ],
    ['Hi {{ first_name', 1, 4, 'This "{{" is never closed. Write }} after it.'],
    ['a {% if company ', 1, 3, 'This "{%" is never closed. Write %} after it.'],
    ['a\n{% if company %}b', 2, 1, 'This {% if %} has no {% endif %}.'],
    ['{% for x in company %}b', 1, 1, 'This {% for %} has no {% endfor %}.'],
    ['{% endif %}', 1, 1, 'This {% endif %} belongs to nothing before it.'],
    [
      '{% include "x" %}',
      1,
      1,
      'There is no tag "include". There are if, unless, case, for, break, continue, assign, capture, comment, raw.',
    ],
    ['{{ company | upcaes }}', 1, 14, 'There is no filter "upcaes". Did you mean "upcase"?'],
    ['{{ company.name }}', 1, 4, '"company" is text and has no parts. Write {{ company }}.'],
    ['Hi {first_name}', 1, 4, 'A field has two braces on each side: {{ first_name }}.'],
    ['Hi {a|b', 1, 4, 'This "{" is never closed. For a literal brace, write \\{.'],
    [
      '{a {% if company %}b|c{% endif %}}',
      1,
      2,
      'What begins in an option of a choice, such as {% if %}, has to end in the same option.',
    ],
  ])('%j', async (text, line, column, message) => {
    const [problem] = await checkTemplate(text, KNOWN);
    expect(problem).toMatchObject({ message, line });
    expect(Math.abs((problem?.column ?? 0) - column)).toBeLessThanOrEqual(2);
  });

  test('keeps its place beside choices', async () => {
    expect(await checkTemplate('{Hi|Hello {you|all}}\n{a|b {{ nope }}|c}', KNOWN)).toEqual([
      expect.objectContaining({ line: 2, column: 9, message: expect.stringContaining('nope') }),
    ]);
  });

  test('all of it at once, in order', async () => {
    const problems = await checkTemplate('{{ b }} {{ a }}\n{x|y', KNOWN);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 4],
      [1, 12],
      [2, 1],
    ]);
  });
});

describe('a hostile template', () => {
  const HOSTILE = [
    '{% for i in (1..10000000) %}x{% endfor %}',
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
    '{% assign x = "aaaaaaaaaa" %}{% for i in (1..100) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
    '{% capture x %}a{% endcapture %}{% for i in (1..60) %}{% capture x %}{{ x }}{{ x }}{% endcapture %}{% endfor %}{{ x }}',
    '{% assign x = "a" | split: "" %}{% for i in (1..9999999999) %}{% endfor %}',
    `${'{% if first_name %}'.repeat(2_500)}${'{% endif %}'.repeat(100)}`,
    '{{ first_name'.repeat(3_000),
    '{'.repeat(50_000),
    '{a|'.repeat(16_000),
    `{{ first_name ${'| append: first_name '.repeat(2_000)}}}`,
    `{{ ${'['.repeat(20_000)} }}`,
    `{{ ${'('.repeat(20_000)} }}`,
    `{{ "${'a'.repeat(40_000)}" | replace: "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" | replace: "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }}`,
    '{{ "x" | truncate: 999999999 | slice: 0, 99999999999 }}',
    `{% if ${'first_name and '.repeat(3_000)} first_name %}x{% endif %}`,
    '{% raw %}'.repeat(5_000),
    'x'.repeat(1_000_000),
  ];
  test.each(HOSTILE.map((text) => [text.slice(0, 60), text] as const))('%s …', async (_head, text) => {
    const took = await cpuTime(async () => {
      await checkTemplate(text, KNOWN);
      await render(text).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    });
    expect(took).toBeLessThan(1_500);
  });

  test('is stopped by what it takes, and says so', async () => {
    await expect(render(HOSTILE[1] ?? '')).rejects.toThrow(/takes too long|produces too much/);
    await expect(render(HOSTILE[0] ?? '')).rejects.toThrow('produces too much text');
    expect(await checkTemplate(HOSTILE[0] ?? '', KNOWN)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('too much') }),
    ]);
    expect(await checkTemplate('x'.repeat(20_001), KNOWN)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('20,000') }),
    ]);
  });
});
