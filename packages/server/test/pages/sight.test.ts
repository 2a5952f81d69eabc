import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, test } from '@jest/globals';
import { SCRIPT } from '@lodestone/server/pages/script.js';
import { STYLES } from '@lodestone/server/pages/styles.js';
import type { Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { inChromium, type Owner } from './chromium.ts';
import { PAGES, pathsOf } from './every-page.ts';
import { makeHostile } from './hostile.ts';
import { axeViolations, COLOR_RULES, cutOff, expectSightly, overflows, overlapping } from './window.ts';

/** Set to a directory to keep a picture of each page, light and dark, wide and narrow. */
const PICTURES = process.env['LODESTONE_PICTURES'];

/** Of a page, compressed, which is all that it takes to paint; and of the script. */
const MAX_BYTES = 30 * 1024;
const MAX_SCRIPT_BYTES = 10 * 1024;

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

const PHONE = 390;
const TABLET = 768;

type Paths = Awaited<ReturnType<typeof pathsOf>>;

/** Declares tests of each page; `see` declares how it is looked at. */
function defineSight(owner: Owner, see: (name: keyof Paths, pathOf: () => string) => void): void {
  let paths: Paths;
  beforeAll(async () => {
    paths = await pathsOf(owner);
  });

  for (const name of PAGES) {
    see(name, () => paths[name]);

    test(`${name}: at most ${MAX_BYTES / 1024} KB and one request to paint`, async () => {
      const headers = { cookie: owner.cookie, 'accept-encoding': 'gzip', accept: 'text/html' };
      const response = await fetch(`${owner.server.origin}${paths[name]}`, { headers });
      const html = await response.text();
      const bytes = Number(response.headers.get('content-length'));
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect(html).not.toMatch(/<link[^>]+stylesheet|<script(?![^>]* defer)/);
    });
  }
}

test('the one script is small', () => {
  expect(gzipSync(SCRIPT).length).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test('a theme changes colors and shadows alone, so that what else axe found holds in both', () => {
  const dark = [...STYLES.matchAll(/@media ?\(prefers-color-scheme: ?dark\)\{:root\{([^}]*)\}\}/g)];
  expect(dark).toHaveLength(1);
  expect(STYLES.split('prefers-color-scheme')).toHaveLength(2);
  for (const one of dark[0]![1]!.split(';').filter((declared) => declared !== '')) {
    expect(one).toMatch(/^--[\w-]+:#[\da-f]{6}$|^--shadow:none$/);
  }
});

inChromium("the application's pages", (owner) => {
  describe('with the demo', () =>
    defineSight(owner, (name, pathOf) =>
      test(`${name}: no violation that axe finds, and no wider than the window, narrow and wide, light and dark`, async () => {
        const page = await owner.open(pathOf());
        await expectSightly(page, name, async ({ width, colorScheme }) => {
          expectFor(`${width} px`, await overlapping(page)).toStrictEqual([]);
          if (width >= TABLET) expectFor(`${width} px`, await cutOff(page)).toStrictEqual([]);
          await picture(page, `${name}-demo-${width}-${colorScheme}`);
        });
      }),
    ));

  describe('with hostile text in every place', () => {
    beforeAll(() => makeHostile(owner.server));
    defineSight(owner, (name, pathOf) =>
      test(`${name}: no violation that axe finds, and no wider than a phone, dark`, async () => {
        const page = await owner.open(pathOf(), { width: PHONE, dark: true });
        expect(await overflows(page)).toBe(false);
        expect(await cutOff(page, '.scroll:has(> .cards)')).toStrictEqual([]);
        // Their colors are those of the pages with the demo.
        expect(await axeViolations(page, { without: COLOR_RULES })).toStrictEqual([]);
        await picture(page, `${name}-hostile-${PHONE}-dark`);
      }),
    );

    test('show it as text, no wider than 1600 px', async () => {
      const dialogs: string[] = [];
      for (const [name, path] of Object.entries(await pathsOf(owner))) {
        const page = await owner.open(path);
        page.once('dialog', (dialog) => {
          dialogs.push(name);
          void dialog.dismiss();
        });
        expectFor(name, await page.locator('main img, main script, main b b').count()).toBe(0);
        expectFor(`${name} scrolls sideways`, await overflows(page)).toBe(false);
      }
      // None of them ran a script that was stored.
      expect(dialogs).toStrictEqual([]);
      const page = await owner.open('/magnets');
      expect(await page.locator('main').innerText()).toContain('<script>alert(1)</script>');
    });

    test('are not turned around by an override, nor by an isolate that is left open', async () => {
      for (const path of ['/inbox', '/subscribers']) {
        const page = await owner.open(path);
        const reversed = await page.$$eval('main time', (times) =>
          times
            .map((time) => {
              const edge = (at: number) => {
                const range = document.createRange();
                range.setStart(time.firstChild!, at);
                range.setEnd(time.firstChild!, at + 1);
                return range.getBoundingClientRect().left;
              };
              return {
                text: time.textContent ?? '',
                runsLeft: edge(0) > edge((time.textContent ?? '').length - 1),
              };
            })
            .filter(({ runsLeft }) => runsLeft),
        );
        expectFor(path, reversed).toStrictEqual([]);
      }
    });
  });
});
