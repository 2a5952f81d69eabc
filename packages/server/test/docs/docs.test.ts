import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { type Browser, chromium, type Page } from 'playwright-core';

import { DOCUMENT, OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';

const CHROMIUM = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server?.close());

async function read(path: string) {
  const response = await fetch(`${server.origin}${path}`);
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

describe('the reference as files', () => {
  test('serves the bundled document as JSON, the very one that requests are held against', async () => {
    const { status, type, text } = await read('/openapi.json');
    assert.equal(status, 200);
    assert.match(type, /^application\/json/);
    assert.deepEqual(JSON.parse(text), DOCUMENT);
  });

  test('serves the same document as YAML', async () => {
    const { status, type, text } = await read('/openapi.yaml');
    assert.equal(status, 200);
    assert.match(type, /^application\/yaml/);
    for (const { id } of OPERATIONS) assert.match(text, new RegExp(`operationId: ${id}\\n`));
    assert.doesNotMatch(text, /\$ref: ['"]?\.\.?\//, 'no reference to another file is left');
  });

  test('lists every operation in llms.txt, with a link to its page', async () => {
    const { text } = await read('/llms.txt');
    const links = [...text.matchAll(/\]\((\/docs\/\w+\.md)\)/g)].map(([, link]) => link!);
    assert.deepEqual(links.toSorted(), OPERATIONS.map(({ id }) => `/docs/${id}.md`).toSorted());
    for (const link of links) assert.equal((await read(link)).status, 200, link);
  });

  for (const { id, method, scope } of OPERATIONS) {
    test(`has a page for ${id} with its scope, its failures and both samples`, async () => {
      const { text } = await read(`/docs/${id}.md`);
      assert.match(text, new RegExp(`^\`${method.toUpperCase()} /api/v1/`, 'm'));
      assert.ok(text.includes(`Scope: \`${scope}\`.`));
      for (const status of ['200', '400', '401', '403', '404', '429', '500', '503']) {
        assert.match(text, new RegExp(`^### ${status}$`, 'm'));
      }
      assert.match(text, /```shell\n[^`]*curl/);
      assert.match(text, /```typescript\nimport \{ Lodestone/);
    });
  }

  test('serves no other file, and nothing above its own folder', async () => {
    const paths = [
      '/docs/nothing.md',
      '/docs/..%2fopenapi.json',
      '/docs/%2e%2e/.built-from',
      '/.built-from',
      '/docs/index.html',
    ];
    for (const path of paths) assert.equal((await read(path)).status, 404, path);
  });

  test('is sent compressed to those who accept it, and plain to others', async () => {
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${server.origin}/openapi.json`, {
        headers: { 'accept-encoding': accept },
      });
      assert.equal(response.headers.get('content-encoding'), encoding);
      assert.equal(((await response.json()) as { openapi: string }).openapi, '3.1.0');
    }
  });
});

describe(
  'the reference in a browser without a network',
  { skip: CHROMIUM === undefined && 'no Chromium here' },
  () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
    });
    after(() => browser?.close());

    /** Opens the docs; whatever asks for another host is refused and recorded, as is everything the browser complains of. */
    async function open(width: number): Promise<{ page: Page; outside: string[]; complaints: string[] }> {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      const outside: string[] = [];
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.route('**', (route) => {
        const url = route.request().url();
        if (url.startsWith(`${server.origin}/`)) return route.continue();
        outside.push(url);
        return route.abort();
      });
      const response = await page.goto(`${server.origin}/docs`, { waitUntil: 'networkidle' });
      const policy = response?.headers()['content-security-policy'] ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /script-src 'self';/);
      return { page, outside, complaints };
    }

    for (const width of [1400, 360]) {
      test(`is readable at ${width} px, asks nobody else, and breaks no rule of its security policy`, async () => {
        const { page, outside, complaints } = await open(width);
        const text = await page.locator('body').innerText();
        for (const guide of [
          'First call',
          'Authentication and scopes',
          'Errors',
          'Pagination',
          'Rate limits',
          'Versioning',
        ]) {
          assert.ok(text.includes(guide), `${guide} is missing`);
        }
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          width,
          'nothing sticks out',
        );
        assert.deepEqual({ outside, complaints }, { outside: [], complaints: [] });
        await page.close();
      });
    }

    test('leads to an operation with its samples, and back to it after a reload', async () => {
      const { page, outside, complaints } = await open(1400);
      await page.getByText('Campaigns', { exact: true }).first().click();
      await page.getByText('Resume a campaign', { exact: true }).first().click();
      const sample = page.getByText('/v1/campaigns/$CAMPAIGN_ID/resume').first();
      await sample.waitFor();
      await page.reload({ waitUntil: 'networkidle' });
      await sample.waitFor();
      assert.deepEqual({ outside, complaints }, { outside: [], complaints: [] });
      await page.close();
    });
  },
);
