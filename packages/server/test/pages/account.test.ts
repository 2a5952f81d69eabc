import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, test } from '@jest/globals';
import { audit, AUDIT_ACTIONS, createKey, forAccount, newId, toWire } from '@lodestone/core';
import { detailsOf, WHAT, wordsOf } from '@lodestone/server/pages/settings/audit/words.js';

import { expectFor, present } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { ownerOf, visit } from './forms.ts';

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });

  const log = async (query: string) => (await visit(server, `/settings/audit?${query}`, { cookie })).html;
  const rowsIn = (html: string) =>
    [...html.matchAll(/<tr><th scope="row">(?:(?!<tr>)[^])*?<\/tr>/g)].map(([row]) => row);
  const olderIn = (html: string) =>
    /<a[^>]* rel="next" href="[^"?]*\?([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

  test('the account’s name and email are saved, for the API too, and the log tells of it', async () => {
    const form = { name: ' Acme & Daughters ', email: ' Hello@Acme-Daughters.example ' };
    const saved = await visit(server, '/settings/account', { cookie, form });
    expect(saved.location).toBe('/settings/account?done=account_saved');
    const { account } = (await server.call('GET /v1/me')).body;
    expect(account).toMatchObject({ name: 'Acme & Daughters', email: 'hello@acme-daughters.example' });
    expect((await visit(server, '/settings/account', { cookie })).html).toContain(
      'value="Acme &amp; Daughters"',
    );
    const [entry] = rowsIn(await log('what=account.edit'));
    expect(entry).toContain('Changed the account’s name or email');
    expect(entry).toContain('hello@acme-daughters.example');
    expect(entry).toContain((await ownerOf(server)).email);
  });

  test('a name or an email that cannot be is refused beside its field, and nothing is changed', async () => {
    const before = (await server.call('GET /v1/me')).body.account;
    for (const [field, form] of [
      ['name', { name: '  ', email: before.email }],
      ['name', { name: 'x'.repeat(201), email: before.email }],
      ['name', { name: 'two\nlines', email: before.email }],
      ['email', { name: before.name, email: 'nobody' }],
    ] as const) {
      const { status, html } = await visit(server, '/settings/account', { cookie, form });
      expectFor(JSON.stringify(form), status).toBe(400);
      expectFor(JSON.stringify(form), html).toContain(`id="${field}-error"`);
    }
    expect((await server.call('GET /v1/me')).body.account).toStrictEqual(before);
  });

  test('going through the log by its pages shows every entry once, the latest first', async () => {
    // All of one transaction, so that they happened at the same moment.
    await server.account.transaction(async (account) => {
      for (let nth = 0; nth < 120; nth++)
        await audit(account, 'magnet.edit', null, { title: `Number ${nth}.` });
    });
    const seen: string[] = [];
    let query: string | undefined = 'what=magnet.edit';
    while (query !== undefined) {
      const html = await log(query);
      seen.push(...rowsIn(html).flatMap((row) => /Number (\d+)\./.exec(row)?.[1] ?? []));
      query = olderIn(html);
    }
    expect(seen).toStrictEqual(Array.from({ length: 120 }, (_, nth) => String(119 - nth)));
  });

  test('the log is narrowed to who did it, to what was done, and to days of India', async () => {
    const { key } = await createKey(server.account, {
      name: 'Audited',
      scopes: ['account:read'],
      expires_in_days: 30,
    });
    const user = toWire('usr', (await ownerOf(server)).id);
    const byOperator = await log('who=operator&what=keys');
    expect(byOperator).toContain('Name:</span> <bdi dir="auto">Audited');
    expect(rowsIn(byOperator).every((row) => row.includes('Server administrator'))).toBe(true);
    expect(rowsIn(await log(`who=${user}&what=key.create`))).toStrictEqual([]);
    expect(rowsIn(await log(`who=${user}&what=account.edit`)).length).toBeGreaterThan(0);
    expect(await log(`who=${key.id}`)).toContain('Nothing matches');

    const at = new Date('2020-02-29T18:29:59.999Z');
    const id = newId();
    await server.account.insert('audit_log', {
      id,
      actor: 'system',
      action: 'magnet.edit',
      at,
      details: '{"title":"Leap"}',
    });
    const leap = rowsIn(await log('from=2020-02-29&until=2020-02-29'));
    expect(leap).toHaveLength(1);
    expect(leap[0]).toContain('29\u00A0Feb\u00A02020, 23:59');
    expect(rowsIn(await log('until=2020-02-28'))).toStrictEqual([]);
    expect(rowsIn(await log('from=2020-03-01&until=2020-03-01'))).toStrictEqual([]);
  });

  test('a filter that nobody can have typed shows no failure', async () => {
    for (const query of ['who=nobody', 'who=usr_x', 'what=constructor', 'after=aud_x', 'who=%27&after=%27']) {
      expectFor(query, (await visit(server, `/settings/audit?${query}`, { cookie })).status).toBe(200);
    }
    expect(await log('from=2020-02-30')).toContain('id="from-error"');
  });

  test('another account’s entries are not shown', async () => {
    const theirs = forAccount(server.db, server.other.account.id, { kind: 'operator' });
    await audit(theirs, 'magnet.edit', null, { title: 'Theirs alone' });
    const entry = await theirs
      .select('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(await log('what=magnet.edit')).not.toContain('Theirs alone');
    // As a place to go on from it is no place at all.
    expect(await log(`what=account.edit&after=${toWire('aud', entry.id)}`)).not.toContain('Theirs alone');
  });
});

test('everything that the log can tell of has its words, and can be chosen', () => {
  for (const action of AUDIT_ACTIONS) {
    expectFor(action, wordsOf(action)).toMatch(/^[A-Z][^_]*[^.]$/);
    expectFor(action, WHAT.filter(({ actions }) => actions.includes(action)).length).toBe(2);
  }
  expect(wordsOf('of.an_older_version')).toBe('of.an_older_version');
});

test('nothing writes into the log but what knows these kinds', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const writers = globSync('*/src/**/*.ts*', { cwd: root }).filter((name) =>
    /insert(Into)?\(\s*'audit_log'|insert into audit_log/.test(readFileSync(root + name, 'utf8')),
  );
  present(writers[0]);
  expect(writers).toStrictEqual(['core/src/audit.ts']);
});

test('details are told by name, without ids and without what says nothing', () => {
  const details = {
    title: 'A',
    campaign_id: newId(),
    copy_of: newId(),
    changed: true,
    scopes: ['a', 'b'],
    reason: null,
  };
  expect(detailsOf(details)).toStrictEqual([
    { name: 'Title', value: 'A' },
    { name: 'Scopes', value: 'a, b' },
  ]);
  expect(detailsOf({ changed: false })).toStrictEqual([{ name: 'Changed', value: 'no' }]);
});
