import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { signedIn } from '../browser.ts';
import type { Config } from '@lodestone/server/config.js';
import { startServer, type TestServer } from '../server.ts';

const CHROMIUM = [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

/** An owner who is signed in to a server of the test's own, in front of a real browser. */
export interface Owner {
  server: TestServer;
  cookie: string;
  /** What the API answers to the very session that the browser has. */
  api(path: string): Promise<any>;
  /** Opens a page of the application. Fails when it leaves the origin or breaks the content security policy. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Declares tests that need a browser. Where none is installed they are skipped, except in CI.
 * @param settings what differs from the usual configuration of the server
 */
export function inChromium(name: string, define: (owner: Owner) => void, settings: Partial<Config> = {}): void {
  const skip = CHROMIUM === undefined && process.env['CI'] === undefined && 'no Chromium is installed';
  describe(name, { skip }, () => {
    const owner = {} as Owner;
    let browser: Browser | undefined;
    before(async () => {
      const server = await startServer(undefined, settings);
      const cookie = await signedIn(server);
      browser = await chromium.launch({
        args: ['--no-sandbox'],
        ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
      });
      Object.assign(owner, ownerOf(server, cookie, browser));
    });
    after(async () => {
      await browser?.close();
      await owner.server?.close();
    });
    define(owner);
  });
}

function ownerOf(server: TestServer, cookie: string, browser: Browser): Owner {
  return {
    server,
    cookie,
    api: async (path) => (await server.call(`GET ${path}`, { key: null, headers: { cookie } })).body,
    open: async (path, options = {}) => {
      const context = await browser.newContext(options);
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: server.origin }]);
      const page = await context.newPage();
      page.on('request', (request) => {
        if (!request.url().startsWith(server.origin)) throw new Error(`${path} asks ${request.url()}, which is another origin.`);
      });
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) throw new Error(`${path}: ${message.text()}`);
      });
      await page.goto(`${server.origin}${path}`);
      return page;
    },
  };
}
