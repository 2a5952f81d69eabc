import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { campaign, conversation, find } from '../find.ts';
import { absent } from '../refusals.ts';
import { startServer, type TestServer } from '../server.ts';
import { visit } from './forms.ts';

const LISTS = [
  '/',
  '/magnets',
  '/subscribers',
  '/campaigns',
  '/inbox',
  '/sending-inboxes',
  '/activity',
  '/ai-usage',
];

const QUERIES = [
  'range=nonsense&scope=constructor&status=__proto__',
  'offset=-1&limit=0x10&min_score=1e9',
  'offset=99999999999999999999',
  'offset=2147483647',
  'range=7d&range=30d&status=all&status=draft&offset=1&offset=2',
  'search=%25_%5C&tag=%27%22%3Cscript%3E&job=%E2%80%AE',
  'search=%00&tag=%00&job=%00',
  'search=%ff%fe&created_after=%ff',
  'created_after=0000-00-00&created_before=infinity',
  'created_after=2026-02-30&created_before=10000-01-01',
  'magnet_id=mag_nope&temperature=',
  `search=${'a+'.repeat(2_000)}`,
  'done=constructor&whole=x',
];

describe('pages and what is asked of them', () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startServer();
    cookie = await signedIn(server);
  });

  test('are the same compressed, to the last byte, and say how long they are', async () => {
    for (const path of ['/magnets', '/campaigns', '/settings/account', '/nothing-here']) {
      const ask = (encoding: string) =>
        fetch(server.origin + path, {
          headers: { cookie, accept: 'text/html', 'accept-encoding': encoding },
        });
      const [plain, compressed] = [await ask('identity'), await ask('gzip')];
      expect(compressed.headers.get('content-encoding')).toBe('gzip');
      expect(Number(compressed.headers.get('content-length'))).toBeGreaterThan(1_000);
      const html = await plain.text();
      expect(html).toMatch(/^<!doctype html><html lang="en"><head>.*<\/html>$/s);
      expectFor(path, await compressed.text()).toBe(html);
    }
  });
  afterAll(() => server?.close());

  test('answer any query, however odd, with a page and never with a failure', async () => {
    for (const path of LISTS) {
      for (const query of QUERIES) {
        const { status, headers } = await visit(server, `${path}?${query}`, { cookie });
        expectFor(`${path}?${query} is ${status}`, status).toBeLessThan(500);
        expect(headers.get('content-type') ?? '').toMatch(/^text\/html/);
      }
    }
  });

  test('do not exist for ids that are malformed, absent or of another account, and nothing is changed there', async () => {
    const { keys } = server.other;
    const theirs = {
      magnets: (await find(server, '/v1/magnets', undefined, keys.full)).id,
      subscribers: (await find(server, '/v1/subscribers', undefined, keys.full)).id,
      campaigns: (await campaign(server, 'active', keys.full)).id,
      inbox: await conversation(server, keys.full),
    };
    for (const [section, id] of Object.entries(theirs)) {
      for (const strange of [id, id.toUpperCase(), `${id.slice(0, -1)}!`, '%00', "'"]) {
        const { status } = await visit(server, `/${section}/${strange}`, { cookie });
        expectFor(`/${section}/${strange} is ${status}`, [400, 404]).toContain(status);
      }
    }
    const changes: [string, Record<string, string>][] = [
      [`/magnets/${theirs.magnets}`, { title: 'x', slug: 'x', description: '' }],
      [`/magnets/${theirs.magnets}/status`, { status: 'archived' }],
      [`/magnets/${theirs.magnets}/test`, {}],
      [`/subscribers/${theirs.subscribers}`, { first_name: 'x', last_name: '', tags: '' }],
      [`/subscribers/${theirs.subscribers}/unsubscribe`, {}],
      [`/campaigns/${theirs.campaigns}/pause`, { reason: 'x' }],
      [`/campaigns/${theirs.campaigns}/system-pause/bounces`, {}],
      [`/inbox/${theirs.inbox}/intent`, { reply_intent: 'won' }],
    ];
    for (const [path, form] of changes) {
      expectFor(path, (await visit(server, path, { cookie, form })).status).toBe(404);
    }
  });

  test('refuse forms that are no form of theirs with a page, and never with a failure', async () => {
    const magnet = await find(server, '/v1/magnets');
    const paths = [
      `/magnets/${magnet.id}`,
      `/magnets/${magnet.id}/status`,
      `/inbox/${await conversation(server)}/intent`,
    ];
    for (const path of paths) {
      for (const form of [
        '',
        'status=%00',
        'title=%ff',
        'status=constructor&reply_intent=__proto__',
        `title=${'x'.repeat(60_000)}`,
        `title=${'x'.repeat(100_000)}`,
      ]) {
        const { status, headers } = await visit(server, path, { cookie, form });
        expectFor(`${path} with ${form.slice(0, 40)} is ${status}`, status).toBeGreaterThanOrEqual(400);
        expectFor(`${path} with ${form.slice(0, 40)} is ${status}`, status).toBeLessThan(500);
        expect(headers.get('content-type') ?? '').toMatch(/^text\/html/);
      }
    }
    expect(await find(server, '/v1/magnets')).toStrictEqual(magnet);
  });

  test('refuse a file that does not come whole, whoever reads it or not, and go on', async () => {
    const { id } = await find(server, '/v1/magnets');
    const named = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail';
    const paths = [
      `/magnets/${id}/asset`,
      `/magnets/${absent('mag')}/asset`,
      '/magnets',
      '/magnets/new/preview',
      '/settings/branding/logo',
      '/subscribers/import',
    ];
    for (const path of paths) {
      for (const form of [named, named.replace('a.csv', '')]) {
        const { status } = await visit(server, path, {
          cookie,
          form,
          headers: { 'content-type': 'multipart/form-data; boundary=B' },
        });
        expectFor(path, [200, 400, 404]).toContain(status);
      }
    }
  });

  test('keep a file under a name that any file system takes', async () => {
    const { id } = await find(server, '/v1/magnets');
    const name = `${'मूल्य निर्धारण '.repeat(20)}.pdf`;
    await visit(server, `/magnets/${id}/asset`, {
      cookie,
      form: `--B\r\nContent-Disposition: form-data; name="file"; filename="../${name}"\r\n\r\nx\r\n--B--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
    });
    const { headers } = await visit(server, `/magnets/${id}/file`, { cookie });
    const kept = decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');
    expect(name.endsWith(kept)).toBe(true);
    expect(Buffer.byteLength(kept)).toBeLessThan(255);
    expect(kept).toMatch(/^\S.*\.pdf$/);
  });

  test('make no change that another site asked for, and none for a stranger', async () => {
    const { id } = await campaign(server, 'active');
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(server, `/campaigns/${id}/pause`, { cookie, form: {}, headers })).status).toBe(403);
    expect((await visit(server, `/campaigns/${id}/pause`, { form: {} })).location?.split('?')[0]).toBe(
      '/sign-in',
    );
    expect((await campaign(server, 'active')).id).toBe(id);
  });
});
