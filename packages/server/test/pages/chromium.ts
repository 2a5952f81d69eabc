import { afterAll, beforeAll } from '@jest/globals';
import type { Config } from '@lodestone/server/config.js';
import type { Page } from 'playwright-core';

import { signedIn } from '../browser.ts';
import type { BodyOf } from '../contract-types.ts';
import { startServer, type TestServer } from '../server.ts';
import { inBrowser, type WindowOptions, Windows } from './window.ts';

/** A kind of window. The usual one is light, wide, and runs scripts. */
export type Kind = Omit<WindowOptions, 'cookie'>;

/** An owner who is signed in to a server of the test's own, in front of a real browser. */
export interface Owner {
  server: TestServer;
  cookie: string;
  /** What the API answers to the very session that the browser has. */
  api<Path extends string>(path: Path): Promise<BodyOf<`GET ${Path}`>>;
  /**
   * Opens a page of the application, in the one window of its kind. Fails when it asks another origin for anything, or
   * breaks its own content security policy.
   */
  open(path: string, kind?: Kind): Promise<Page>;
  /** Closes the windows. */
  close(): Promise<void>;
}

/**
 * Declares tests that need a browser. Where none is installed they are skipped, except in CI.
 * @param settings what differs from the usual configuration of the server
 */
export function inChromium(
  name: string,
  define: (owner: Owner) => void,
  settings: Partial<Config> = {},
): void {
  inBrowser.describe(name, () => {
    const owner = {} as Owner;
    beforeAll(async () => {
      const server = await startServer(undefined, settings);
      Object.assign(owner, ownerOf(server, await signedIn(server)));
    });
    afterAll(async () => {
      await owner.close?.();
      await owner.server?.close();
    });
    define(owner);
  });
}

function ownerOf(server: TestServer, cookie: string): Owner {
  const windows = new Windows(server.origin);
  return {
    server,
    cookie,
    api: async (path) => (await server.call(`GET ${path}`, { key: null, headers: { cookie } })).body,
    open: (path, kind = {}) => windows.open(path, { cookie, ...kind }),
    close: () => windows.close(),
  };
}
