import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type * as sdk from '@lodestone/sdk';

import type { Page } from 'playwright-core';

import { signedIn } from '../../server/test/browser.ts';
import { inBrowser, openWindow } from '../../server/test/pages/window.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { bundle } from './bundle.ts';

declare const lodestoneSdk: typeof sdk;

inBrowser.describe("in a page of the API's own origin", () => {
  let server: TestServer;
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = await startServer();
    const script = await bundle(
      "import * as sdk from '@lodestone/sdk'; globalThis.lodestoneSdk = sdk",
      'iife',
    );
    const window = await openWindow(server.origin, { cookie: await signedIn(server) });
    page = window.page;
    close = () => window.context.close();
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
  afterAll(async () => {
    await close?.();
    await server?.close();
  });

  test("the signed-in person's session reads, without a key", async () => {
    const { data, rateLimit } = await page.evaluate(async () => {
      const { data, rateLimit } = await new lodestoneSdk.Lodestone().me().withResponse();
      return { data, rateLimit };
    });
    expect(data.api_key).toBeNull();
    expect(data.account.id).toBe((await server.call('GET /v1/me')).body.account.id);
    expect(rateLimit?.limit).toBe(1_000_000);
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
    expect(seen).toStrictEqual({ leads: body.totals.subscribers, tags: ['from the page'] });
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
    expect(codes).toStrictEqual([
      'invalid_usage',
      'not_found',
      'unexpected_response',
      'connection_failed',
      'aborted',
      'invalid_key',
    ]);
  });
});
