import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type * as sdk from '@lodestone/sdk';

import type { Page } from 'playwright-core';

import { signedIn } from '../../server/test/browser.ts';
import { launch, openWindow, withoutChromium } from '../../server/test/pages/window.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { bundle } from './bundle.ts';

declare const lodestoneSdk: typeof sdk;

describe("in a page of the API's own origin", { skip: withoutChromium }, () => {
  let server: TestServer;
  let page: Page;
  let close: () => Promise<void>;

  before(async () => {
    server = await startServer();
    const browser = await launch();
    close = () => browser.close();
    const script = await bundle(
      "import * as sdk from '@lodestone/sdk'; globalThis.lodestoneSdk = sdk",
      'iife',
    );
    const window = await openWindow(browser, server.origin, { cookie: await signedIn(server) });
    page = window.page;
    // A customer's own page behind the same proxy; the application's pages let nothing but their own script run.
    await window.context.route('**/reports.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Reports</title><script>${script}</script>`,
      }),
    );
    await window.context.route('**/sign-in/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
    );
    await page.goto('/reports.html');
  });
  after(async () => {
    await close?.();
    await server?.close();
  });

  test("the signed-in person's session reads, without a key", async () => {
    const { data, rateLimit } = await page.evaluate(async () => {
      const { data, rateLimit } = await new lodestoneSdk.Lodestone().me().withResponse();
      return { data, rateLimit };
    });
    assert.equal(data.api_key, null);
    assert.equal(data.account.id, (await server.call('GET /v1/me')).body.account.id);
    assert.equal(rateLimit?.limit, 1_000_000);
  });

  test('it passes over pages and writes', async () => {
    const seen = await page.evaluate(async () => {
      const lodestone = new lodestoneSdk.Lodestone();
      const leads = new Set<string>();
      for await (const { id } of lodestone.subscribers.list({ limit: 200 })) leads.add(id);
      const [first = ''] = leads;
      const { tags } = await lodestone.subscribers.update(first, { tags: ['from the page'] });
      return { leads: leads.size, tags };
    });
    const { body } = await server.call('GET /v1/me');
    assert.deepEqual(seen, { leads: body.totals.subscribers, tags: ['from the page'] });
  });

  test('a key is refused, and errors are told apart', async () => {
    const codes = await page.evaluate(async () => {
      const { Lodestone, LodestoneError } = lodestoneSdk;
      const codeOf = async (call: () => unknown) => {
        try {
          await call();
          return 'none';
        } catch (error) {
          return LodestoneError.is(error) ? error.code : String(error);
        }
      };
      const lodestone = new Lodestone();
      return [
        await codeOf(() => new Lodestone({ apiKey: 'lodestone_live_x' })),
        await codeOf(() => lodestone.magnets.get('mag_none')),
        await codeOf(() => lodestone.me({ baseUrl: '/sign-in', retries: 0 })),
        await codeOf(() => lodestone.me({ baseUrl: 'http://127.0.0.1:9/api', retries: 0 })),
        await codeOf(() => lodestone.me({ signal: AbortSignal.abort() })),
        await codeOf(() => lodestone.me({ apiKey: 'lodestone_live_x', allowKeyInBrowser: true } as object)),
      ];
    });
    assert.deepEqual(codes, [
      'invalid_usage',
      'not_found',
      'unexpected_response',
      'connection_failed',
      'aborted',
      'invalid_key',
    ]);
  });
});
