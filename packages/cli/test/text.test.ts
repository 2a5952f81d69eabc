import { expect, test } from '@jest/globals';
import { LodestoneError } from '@lodestone/sdk';

import { UsageError } from '@lodestone/cli/command.js';
import { pause } from '@lodestone/cli/commands/watch.js';
import { explain } from '@lodestone/cli/failure.js';
import { pick, rowsOf } from '@lodestone/cli/output/fields.js';
import { record } from '@lodestone/cli/output/record.js';
import { table } from '@lodestone/cli/output/table.js';
import { clean, cut, json, widthOf } from '@lodestone/cli/output/text.js';
import { writer } from '@lodestone/cli/output/writer.js';

const HOSTILE = 'Eve\u001b[2J\u009b31m\u202e\r\nroot # \u0007';

test("a stranger's text commands no terminal, in a table, a record, an error or JSON", async () => {
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  const commanding = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
  const rows = [{ id: 'sub_1', first_name: HOSTILE, tags: [HOSTILE], lead: { name: HOSTILE } }];
  const laid = table(['id', 'first_name', 'tags', 'lead.name'], rows, 200);
  for (const text of [
    clean(HOSTILE),
    laid.rows(rows),
    record({ name: HOSTILE, replies: [{ text: `${HOSTILE}\n${HOSTILE}` }] }, 100),
    json({ name: HOSTILE }),
    explain(new LodestoneError('not_found', HOSTILE)).text.split('\n')[0],
    explain(new UsageError(HOSTILE)).text,
  ]) {
    expect(text).not.toMatch(commanding);
  }
  expect(JSON.parse(json({ name: HOSTILE }))).toStrictEqual({ name: HOSTILE });
  expect(laid.rows(rows).trimEnd().split('\n')).toHaveLength(1);
});

test('a table fits its terminal: texts are cut, ids never, and what has no room is told', () => {
  const rows = [
    {
      id: 'sub_01k53z1fq8e4kbt2m7x9r5wd0a',
      email: `${'a'.repeat(60)}@example.com`,
      score: 12_345,
      name: '松尾'.repeat(20),
    },
  ];
  for (const width of [40, 60, 80, 120]) {
    const laid = table(['id', 'email', 'score', 'name'], rows, width);
    const lines = (laid.header() + laid.rows(rows)).trimEnd().split('\n');
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(lines[1]).toContain('sub_01k53z1fq8e4kbt2m7x9r5wd0a');
    expect(laid.leftOut.length > 0).toBe(width < 80);
  }
  expect(table(['id', 'email'], rows, Infinity).rows(rows)).toContain(rows[0]!.email);
});

test('a cut text keeps whole characters', () => {
  expect(cut('plain', 5)).toBe('plain');
  expect(cut('👩‍👩‍👧‍👦 family', 4)).toBe('👩‍👩‍👧‍👦 …');
  expect(widthOf(cut('松尾松尾松尾', 6))).toBeLessThanOrEqual(6);
});

test('fields are picked in their own shape, and one list of a record becomes rows', () => {
  const answer = { a: 1, by_day: [{ date: 'x', sent: 2 }], lead: { id: 'l', name: null } };
  expect(pick(answer, ['lead.name', 'by_day.sent'])).toStrictEqual({
    lead: { name: null },
    by_day: [{ sent: 2 }],
  });
  expect(rowsOf(answer, ['by_day.sent'])).toStrictEqual({ rows: answer.by_day, fields: ['sent'] });
  expect(rowsOf(answer, ['by_day'])).toStrictEqual({ rows: answer.by_day, fields: ['date', 'sent'] });
  expect(rowsOf(answer, ['a', 'by_day'])).toStrictEqual({ rows: [answer], fields: ['a', 'by_day'] });
});

test('no spreadsheet runs a cell of a CSV file', async () => {
  const shape = { fields: ['name', 'tags'], known: ['name', 'tags'], columns: undefined };
  const csv = (await writer('csv', shape)).rows([
    { name: '=HYPERLINK("x")', tags: ['a,b', '"c"'] },
    { name: '+1', tags: null },
  ]);
  expect(csv).toBe(`name,tags\n"'=HYPERLINK(""x"")","a,b;""c"""\n'+1,\n`);
});

test('a list that is written page by page is one JSON text, also when it is empty', async () => {
  const shape = { fields: undefined, known: [], columns: undefined };
  for (const pages of [[[]], [[{ id: 1 }]], [[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]]]) {
    const write = await writer('json', shape);
    const text =
      pages.map((rows) => write.rows(rows)).join('') + write.end({ has_more: false, next_offset: null });
    expect(JSON.parse(text)).toStrictEqual({ data: pages.flat(), has_more: false, next_offset: null });
  }
});

test('watching uses at most a tenth of what is left of the quota', () => {
  expect(pause(15_000, undefined)).toBe(15_000);
  expect(pause(15_000, { limit: 600, remaining: 590, resetMs: 60_000 })).toBe(15_000);
  expect(pause(1_000, { limit: 600, remaining: 100, resetMs: 60_000 })).toBe(6_000);
  expect(pause(1_000, { limit: 600, remaining: 3, resetMs: 42_000 })).toBe(42_000);
});
