import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startSession, suppress } from '@lodestone/core';
import { defused, restored } from '@lodestone/server/subscribers-file/formulas.js';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { startServer, type TestServer } from '../server.ts';
import { visit, type Visit } from './forms.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lodestone-imports-'));
let server: TestServer;
let cookie: string;
let others: string;

beforeAll(async () => {
  server = await startServer(undefined, { dataDir });
  cookie = await signedIn(server);
  const { id } = await server.other.account.select('users').select('id').executeTakeFirstOrThrow();
  const { token } = await startSession(server.other.account, { user_id: id });
  others = `lodestone_session=${token}`;
});

afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function upload(file: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set('file', new Blob([file]), 'leads.csv');
  const answer = await fetch(`${server.origin}/subscribers/import`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { status: answer.status, html: await answer.text(), path: answer.headers.get('location') ?? '' };
}

/** The report, once the import has ended. */
async function reported(path: string): Promise<Visit> {
  for (;;) {
    const page = await visit(server, path, { cookie });
    if (page.headers.get('refresh') === null) return page;
    await setTimeout(50);
  }
}

function figures({ html }: Visit): Record<string, number> {
  return Object.fromEntries(
    [...html.matchAll(/data-figure="(\w+)"(?: data-value="\d+")?>([\d,]+)</g)].map(([, name, value]) => [
      name,
      Number(value?.replaceAll(',', '')),
    ]),
  );
}

const MAPPING = {
  column_0: 'email',
  column_1: 'first_name',
  column_2: 'field',
  column_3: 'tags',
  column_4: 'ignored',
};
const NOTHING = { added: 0, updated: 0, unchanged: 0, skipped: 0, suppressed: 0, opted_out: 0 };

describe('a CSV file of subscribers', () => {
  const file = [
    'Email;Name;Company;Labels;Secret',
    'asha@import.example;Asha;Acme;a,b;x',
    'not an address;Bad;;;',
    'gone@import.example;Gone;;;',
    'Ravi@Import.example;Ravi;"Two; Sons";;x',
  ].join('\n');

  test('with a heading of a hundred thousand characters is judged at once', async () => {
    const before = process.cpuUsage();
    const { status } = await upload(`email,${'@'.repeat(100_000)}\nasha@import.example,x`);
    expect(status).toBe(303);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  test('shows its columns and first lines before anything is imported', async () => {
    const { status, path } = await upload(file);
    expect(status).toBe(303);
    const { html } = await visit(server, path, { cookie });
    expect(html).toMatch(/<select id="column_0"[^>]*>.*?<option value="email" selected/s);
    expect(html).toContain('Two; Sons');
    expect(
      await server.account
        .select('subscribers')
        .select('id')
        .where('email', 'like', '%@import.example')
        .execute(),
    ).toEqual([]);
  });

  test('is imported as its columns are chosen, and the report names each line that was skipped', async () => {
    await suppress(server.account, { kind: 'address', value: 'gone@import.example', reason: 'manual' });
    const { path } = await upload(file);
    const started = await visit(server, path, { cookie, form: { ...MAPPING, tags: 'fair, 2026' } });
    expect(started.location).toBe(path);
    const report = await reported(path);
    expect(figures(report)).toEqual({ ...NOTHING, lines: 4, added: 2, skipped: 1, suppressed: 1 });
    expect(report.html).toMatch(
      /<th scope="row">3<\/th><td[^>]*>.*?&quot;not an address&quot; is not an email address\./,
    );
    const ravi = await server.account
      .select('subscribers')
      .select(['first_name', 'tags', 'fields'])
      .where('email', '=', 'ravi@import.example')
      .executeTakeFirstOrThrow();
    expect(ravi).toEqual({ first_name: 'Ravi', tags: ['2026', 'fair'], fields: { company: 'Two; Sons' } });
    // The file itself is gone.
    const kept = await readdir(join(dataDir, 'imports', server.account.id));
    expect(kept.filter((name) => name.startsWith(path.split('/').at(-1) ?? ''))).toHaveLength(1);
  });

  test('whose tags are too many for somebody is imported without these, and the report names the line', async () => {
    const many = (name: string) => Array.from({ length: 30 }, (_, nth) => `${name} ${nth}`).join(',');
    const { path } = await upload(
      `Email;Name;Labels\nmany@import.example;Many;"${many('a')}"\nmany@import.example;Moni;"${many('b')}"\n`,
    );
    const form = { column_0: 'email', column_1: 'first_name', column_2: 'tags' };
    await visit(server, path, { cookie, form });
    const report = await reported(path);
    expect(figures(report)).toEqual({ ...NOTHING, lines: 2, added: 1, updated: 1 });
    const leftOut = report.html.slice(report.html.indexOf('Tags left out'));
    expect(leftOut).toMatch(
      /<th scope="row">3<\/th><td[^>]*>.*?with them there would be 60; a subscriber has at most 50\./,
    );
  });

  test('names a person who spans several lines by the first of them, as an editor counts', async () => {
    for (const end of ['\n', '\r\n']) {
      const lines = [
        'Email,Company',
        `one,"Acme${end}and Sons${end}and Daughters"`,
        '',
        `two,"Acme${end}and ""Sons"""`,
        'three,Acme',
        `"four${end}${end}",x`,
        'five,x',
      ];
      const { path } = await upload(lines.join(end));
      await visit(server, path, { cookie, form: { column_0: 'email', column_1: 'field' } });
      const { html } = await reported(path);
      const named = [...html.matchAll(/<th scope="row">(\d+)<\/th>/g)].map(([, line]) => Number(line));
      expectFor(JSON.stringify(end), named).toEqual([2, 6, 8, 9, 12]);
    }
  });

  test('changes nothing when it is imported again, nor when its form is sent twice', async () => {
    const { path } = await upload(file);
    const form = { ...MAPPING, tags: 'fair, 2026' };
    await Promise.all([visit(server, path, { cookie, form }), visit(server, path, { cookie, form })]);
    expect(figures(await reported(path))).toEqual({
      ...NOTHING,
      lines: 4,
      unchanged: 2,
      skipped: 1,
      suppressed: 1,
    });
  });

  test('is refused without a column of addresses, or with two, and its choices stay', async () => {
    const { path } = await upload(file);
    for (const [column_0, column_1, message] of [
      ['ignored', 'tags', 'Choose the column that holds the email address.'],
      ['email', 'email', 'Two columns are imported as email. Choose one of them.'],
    ] as const) {
      const answer = await visit(server, path, { cookie, form: { ...MAPPING, column_0, column_1 } });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(message);
      expect(answer.html).toMatch(
        new RegExp(`<select id="column_1"[^>]*>.*?<option value="${column_1}" selected`, 's'),
      );
    }
  });

  test('names the first 100 skipped lines and counts them all, and says so when it ends midway', async () => {
    const bad = await upload(`email\n${'nobody\n'.repeat(1_234)}`);
    await visit(server, bad.path, { cookie, form: { column_0: 'email' } });
    const report = await reported(bad.path);
    expect(figures(report)).toEqual({ ...NOTHING, lines: 1_234, skipped: 1_234 });
    expect(report.html.match(/is not an email address/g)).toHaveLength(100);

    const broken = await upload(`email\n${'nobody\n'.repeat(600)}"${'x'.repeat(1_100_000)}"\n`);
    await visit(server, broken.path, { cookie, form: { column_0: 'email' } });
    const ended = await reported(broken.path);
    expect(ended.html).toContain('The file is not CSV');
    expect(figures(ended)).toEqual({ ...NOTHING, skipped: 500 });
  });

  test('is told as interrupted once its process has said nothing for half a minute', async () => {
    const { path } = await upload(file);
    const id = path.split('/').at(-1);
    const state = join(dataDir, 'imports', server.account.id, `${id}.json`);
    const running = {
      id,
      file_name: 'a.csv',
      bytes: 9,
      phase: 'running',
      read: 1,
      progress: null,
      problem: null,
    };
    await writeFile(state, JSON.stringify(running));
    expect((await visit(server, path, { cookie })).headers.get('refresh')).toBe('2');
    const before = new Date(Date.now() - 31_000);
    await utimes(state, before, before);
    expect((await visit(server, path, { cookie })).html).toContain('The import was interrupted.');
  });

  test("is another account's to nobody else, and takes no upload from another site or from nobody", async () => {
    const { path } = await upload(file);
    expect((await visit(server, path, { cookie: others })).status).toBe(404);
    expect((await visit(server, path, { cookie: others, form: MAPPING })).status).toBe(404);
    expect((await visit(server, '/subscribers/import/..%2f..%2fsecret', { cookie })).status).toBe(404);
    expect((await visit(server, path)).location).toMatch(/^\/sign-in/);
    expect((await upload(file, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test('keeps no more than five files of an account', async () => {
    for (let index = 0; index < 7; index++) await upload(file);
    const names = await readdir(join(dataDir, 'imports', server.account.id));
    expect(names.filter((name) => name.endsWith('.csv')).length).toBeLessThanOrEqual(5);
  });
});

describe('a file that cannot be imported', () => {
  const refused: [string, string | Buffer<ArrayBuffer>, RegExp][] = [
    ['empty', '', /empty/],
    ['without headings', 'asha@import.example,Asha\n', /must name the columns/],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /not UTF-8 text/],
    ['Latin-1', Buffer.from('email,first_name\na@x.example,Jos\xe9\n', 'latin1'), /not UTF-8 text/],
    ['of 10,000 columns', `email${',x'.repeat(9_999)}\n`, /10000 columns; at most 200/],
    ['of separators alone', ','.repeat(1_000_000), /Line 1 has more than 10000 cells/],
    ['with a line of 1 MB', `email\n"${'x'.repeat(1_100_000)}"\n`, /not CSV/],
    ['with a quote left open', 'email\n"abc\n', /not CSV/],
    [
      'with a bare quote',
      'email,company\na@x.example,Café "Sun" Ltd\n',
      /Line 2 has a quotation mark in a value/,
    ],
    ['of more than 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), /larger than 20 MB/],
  ];
  test.each(refused)('is refused with its reason: %s', async (_, file, reason) => {
    const { status, html } = await upload(file);
    expect(status).toBe(400);
    expect(html).toMatch(reason);
  });

  test('is not one in UTF-16, which is read by its mark', async () => {
    const text = 'email\tfirst_name\njosé@utf16.example\tJosé\n';
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [name, file] of [
      ['little-endian', little],
      ['big-endian', big],
    ] as const) {
      const { path } = await upload(Buffer.from(file));
      const { html } = await visit(server, path, { cookie });
      expectFor(name, html).toContain('josé@utf16.example');
    }
  });
});

describe('an export', () => {
  test('holds whom the filters leave, opens as no formula, and changes nothing when it is imported again', async () => {
    const given = [
      'email,first_name,Constructor',
      `"=cmd@formula.example","'=1+1","+91 1"`,
      `b@formula.example,'B,-`,
      'c@formula.example,C,',
    ].join('\n');
    const first = await upload(given);
    const mapping = { column_0: 'email', column_1: 'first_name', column_2: 'field', tags: 'formula, two' };
    await visit(server, first.path, { cookie, form: mapping });
    expect(figures(await reported(first.path))).toMatchObject({ added: 3 });

    const exported = await visit(server, '/subscribers/export?tag=formula', { cookie });
    expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"');
    const [headings = '', ...lines] = exported.html.trimEnd().split('\n');
    expect(headings).toMatch(/^email,first_name,last_name,tags,status,/);
    expect(lines).toHaveLength(3);
    expect(exported.html).not.toContain('function');
    expect(exported.html).not.toMatch(/(^|,)"?[=+\-@]/m);
    expect(exported.html).toContain("'=cmd@formula.example,'=1+1,");

    const again = await upload(exported.html);
    const page = await visit(server, again.path, { cookie });
    const chosen = Object.fromEntries(
      [...page.html.matchAll(/<select id="(column_\d+)".*?<option value="(\w+)" selected/gs)].map(
        ([, name, value]) => [name ?? '', value ?? ''],
      ),
    );
    await visit(server, again.path, { cookie, form: chosen });
    expect(figures(await reported(again.path))).toEqual({ ...NOTHING, lines: 3, unchanged: 3 });
    expect(exported.html).toContain(',formula;two,active,');
    expect((await visit(server, '/subscribers/export?tag=formula', { cookie })).html).toBe(exported.html);
  });

  test('gives back every tag that the API takes, whatever is in it', async () => {
    const tags = ['a,b', 'a;b', 'c\\', '\\;', '|', 'd\\|e', '-1;=2', '"'].toSorted();
    const first = await upload('email\ntagged@export.example\n');
    await visit(server, first.path, { cookie, form: { column_0: 'email', tags: 'whole' } });
    await reported(first.path);
    const query = { search: 'tagged@export.example' };
    const tagged = async () => (await server.call('GET /v1/subscribers', { query })).body.data[0]!;
    const { id } = await tagged();
    await server.call(`PATCH /v1/subscribers/${id}`, { body: { tags } });

    const exported = await visit(server, '/subscribers/export?search=tagged%40export.example', { cookie });
    await server.call(`PATCH /v1/subscribers/${id}`, { body: { tags: [] } });
    const again = await upload(exported.html);
    await visit(server, again.path, { cookie, form: { column_0: 'email', column_3: 'tags' } });
    await reported(again.path);
    expect((await tagged()).tags.toSorted()).toEqual(tags);
  });

  test('is refused when a filter cannot be used, and asks for a session', async () => {
    expect((await visit(server, '/subscribers/export?min_score=x', { cookie })).status).toBe(400);
    expect((await visit(server, '/subscribers/export')).location).toMatch(/^\/sign-in/);
  });

  test('is offered on the list for the filters that are set', async () => {
    const { html } = await visit(server, '/subscribers?tag=formula&offset=0', { cookie });
    expect(html).toContain('href="/subscribers/export?tag=formula"');
    expect(html).toContain('href="/subscribers/import"');
  });

  test('defuses every cell so that it can be restored', () => {
    const cells = ['', 'a', "'", "'a", '=1', "'=1", "''=1", '+', '-1', '@x', '\tx', '\rx', "'\t", '＝1'];
    // What stands behind a semicolon or in another line is a cell of its own where a comma is written in numbers.
    for (const cell of cells.flatMap((cell) => [
      cell,
      `a;${cell}`,
      `${cell};b`,
      `a\n${cell}\r\n;\r${cell}`,
    ])) {
      expect(restored(defused(cell))).toBe(cell);
      expect(defused(cell)).not.toMatch(/(^|[;\n])[=+\-@\t\r＝＋－＠](?!\n)/);
    }
  });
});
