import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';

import type { Config } from '@lodestone/server/config.js';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

import { signedIn } from '../browser.ts';
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
  open(path: string): Promise<Page>;
  /** The same in a browser of another kind, such as a narrow or a dark one, or one without scripts. */
  openIn(options: BrowserContextOptions, path: string): Promise<Page>;
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
  const contexts = new Map<string, Promise<BrowserContext>>();
  const openIn = async (options: BrowserContextOptions, path: string) => {
    const kind = JSON.stringify(options);
    const context = contexts.get(kind) ?? contextOf(server, cookie, browser, options);
    contexts.set(kind, context);
    const page = await (await context).newPage();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) throw new Error(`${path}: ${message.text()}`);
    });
    await page.goto(`${server.origin}${path}`);
    return page;
  };
  return {
    server,
    cookie,
    api: async (path) => (await server.call(`GET ${path}`, { key: null, headers: { cookie } })).body,
    open: (path) => openIn({}, path),
    openIn,
  };
}

async function contextOf(server: TestServer, cookie: string, browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: server.origin }]);
  context.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) throw new Error(`A page asks ${request.url()}, which is another origin.`);
  });
  return context;
}
