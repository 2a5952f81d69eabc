import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { DOCUMENT, OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';
import { axeViolations, inBrowser, sharedBrowser } from '../pages/window.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

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
    expect(status).toBe(200);
    expect(type).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toStrictEqual(DOCUMENT);
  });

  test('serves the same document as YAML', async () => {
    const { status, type, text } = await read('/openapi.yaml');
    expect(status).toBe(200);
    expect(type).toMatch(/^application\/yaml/);
    for (const { id } of OPERATIONS) expect(text).toMatch(new RegExp(`operationId: ${id}\\n`));
    // No reference to another file is left.
    expect(text).not.toMatch(/\$ref: ['"]?\.\.?\//);
  });

  test('lists every operation in llms.txt, with a link to its page', async () => {
    const { text } = await read('/llms.txt');
    const links = [...text.matchAll(/\]\((\/docs\/\w+\.md)\)/g)].map(([, link]) => link!);
    expect(links.toSorted()).toStrictEqual(OPERATIONS.map(({ id }) => `/docs/${id}.md`).toSorted());
    for (const link of links) expectFor(link, (await read(link)).status).toBe(200);
  });

  for (const { id, method, scope } of OPERATIONS) {
    test(`has a page for ${id} with its scope, its failures and both samples`, async () => {
      const { text } = await read(`/docs/${id}.md`);
      expect(text).toMatch(new RegExp(`^\`${method.toUpperCase()} /api/v1/`, 'm'));
      expect(text).toContain(`Scope: \`${scope}\`.`);
      for (const status of ['200', '400', '401', '403', '404', '429', '500', '503']) {
        expect(text).toMatch(new RegExp(`^### ${status}$`, 'm'));
      }
      expect(text).toMatch(/```shell\n[^`]*curl/);
      expect(text).toMatch(/```typescript\nimport \{ Lodestone/);
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
    for (const path of paths) expectFor(path, (await read(path)).status).toBe(404);
  });

  test('is sent compressed to those who accept it, and plain to others', async () => {
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${server.origin}/openapi.json`, {
        headers: { 'accept-encoding': accept },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(((await response.json()) as { openapi: string }).openapi).toBe('3.1.0');
    }
  });
});

inBrowser.describe('the reference in a browser without a network', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

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
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self';/);
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
        expectFor(`${guide} is missing`, text).toContain(guide);
      }
      // Nothing sticks out.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect({ outside, complaints }).toStrictEqual({ outside: [], complaints: [] });
      await page.close();
    });
  }

  test('has no violation that axe finds, and no code that is cut, light and dark, on a laptop, a tablet and a phone', async () => {
    const { page } = await open(1280);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload({ waitUntil: 'networkidle' });
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expectFor(`${width} px, ${colorScheme}`, await axeViolations(page)).toStrictEqual([]);
      }
    }
    const cut = await page.$$eval(
      'pre, pre code',
      (blocks) => blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
    );
    expect(cut).toBe(0);
    await page.close();
  });

  test('leads to an operation with its samples, and back to it after a reload', async () => {
    const { page, outside, complaints } = await open(1400);
    await page.getByText('Campaigns', { exact: true }).first().click();
    await page.getByText('Resume a campaign', { exact: true }).first().click();
    const sample = page.getByText('/v1/campaigns/$CAMPAIGN_ID/resume').first();
    await sample.waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await sample.waitFor();
    expect({ outside, complaints }).toStrictEqual({ outside: [], complaints: [] });
    await page.close();
  });
});
