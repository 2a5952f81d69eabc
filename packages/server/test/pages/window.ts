import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { needing } from '../../../../scripts/jest/needs.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';

const executablePath = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => existsSync(file));

/** Declares tests in a browser. In CI a missing browser is a failure, and nothing is skipped. */
export const inBrowser = needing('Chromium', executablePath !== undefined || process.env['CI'] !== undefined);

let launched: Promise<Browser> | undefined;

/** One browser for all test files of this process, which ends with it. Each test opens windows of its own. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

/**
 * What Chromium is to do without: Playwright's own list, of which a second one takes the place, as far as it is for Linux; then what is
 * dear. The address bar's pop-ups are two pages that every window loads, and a frame made anew for each page is a fifth of loading it.
 */
const WITHOUT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'RenderDocument',
];

async function launch(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('CI must have Chromium: the page tests are never left out there.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${WITHOUT.join(',')}`,
    ],
  });
}

export interface WindowOptions {
  /** Signs in with a cookie, `name=value`. */
  cookie?: string;
  dark?: boolean;
  width?: number;
  script?: boolean;
}

const viewportOf = (width: number) => ({ width, height: width < 600 ? 780 : 1000 });

/** A window of its own. `strays` fills with requests to other origins and with breaches of the page's own policy. */
export async function openWindow(
  origin: string,
  { cookie, dark = false, width = 1600, script = true }: WindowOptions = {},
): Promise<{ context: BrowserContext; page: Page; strays: string[] }> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: dark ? 'dark' : 'light',
    viewport: viewportOf(width),
    javaScriptEnabled: script,
  });
  const strays: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) strays.push(request.url());
  });
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: origin }]);
  }
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) strays.push(message.text());
  });
  return { context, page, strays };
}

/** Windows onto a server, one of each kind, which stay open: a new one costs three times what a page in it does. */
export class Windows {
  readonly #origin: string;
  readonly #open = new Map<string, ReturnType<typeof openWindow>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The window of a kind, on a page. Fails, as `close` does, when it ever asked another origin for anything, or broke its content security policy. */
  async open(path: string, options: WindowOptions = {}): Promise<Page> {
    const kind = JSON.stringify(options);
    const opening = this.#open.get(kind) ?? openWindow(this.#origin, options);
    this.#open.set(kind, opening);
    const { page, strays } = await opening;
    await page.goto(path);
    expect(strays).toStrictEqual([]);
    return page;
  }

  async close(): Promise<void> {
    const windows = await Promise.all(this.#open.values());
    for (const { context } of windows) await context.close();
    expect(windows.flatMap(({ strays }) => strays)).toStrictEqual([]);
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe's rules that go by colors. Nothing else of a page is another in the other theme: its styles have one place for colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Axe's rules that go by where things lie. */
const LAYOUT_RULES = ['scrollable-region-focusable', 'target-size'];

/** Which rules of axe a page is held to: all, or some. */
interface Rules {
  only?: string[];
  without?: string[];
}

const TABLET = 768;

/** A way to look at a page, and the rules of axe that find in it what no other finds. */
interface Sight {
  width: number;
  colorScheme: 'light' | 'dark';
  rules: Rules;
}

/** What a tablet shows a phone or a laptop shows as well (see `newlyShown`), in the same colors, but elsewhere. */
const SIGHTS: readonly Sight[] = [
  { width: 390, colorScheme: 'light', rules: {} },
  { width: 390, colorScheme: 'dark', rules: { only: COLOR_RULES } },
  { width: 1280, colorScheme: 'light', rules: {} },
  { width: 1280, colorScheme: 'dark', rules: { only: COLOR_RULES } },
  { width: TABLET, colorScheme: 'light', rules: { only: LAYOUT_RULES } },
];

/**
 * Shows an open page in each sight, one after the other: loading it again for each, axe with it, takes longer than looking at it.
 * Fails when axe finds something wrong, when the page scrolls sideways, or when a tablet shows what no other does.
 */
export async function expectSightly(
  page: Page,
  name: string,
  see: (sight: Sight) => Promise<void>,
): Promise<void> {
  for (const sight of SIGHTS) {
    const { width, colorScheme, rules } = sight;
    await page.setViewportSize(viewportOf(width));
    await page.emulateMedia({ colorScheme });
    const where = `${name}, ${width} px, ${colorScheme}`;
    expectFor(`${where}: scrolls sideways`, await overflows(page)).toBe(false);
    const shown = await newlyShown(page);
    if (width === TABLET) expectFor(`${where}: shown nowhere else`, shown).toStrictEqual([]);
    expectFor(where, await axeViolations(page, rules)).toStrictEqual([]);
    await see(sight);
  }
}

/** Elements that are shown, and were not when this was asked before of the same page, as it was loaded. */
function newlyShown(page: Page): Promise<string[]> {
  return page.$$eval('body *', (elements) => {
    const here = globalThis as unknown as { shown?: WeakSet<object> };
    const before = (here.shown ??= new WeakSet());
    const shown = elements.filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !before.has(element),
    );
    for (const element of shown) before.add(element);
    return shown.map((element) => element.outerHTML.slice(0, 100));
  });
}

/** What axe finds wrong with a page, one line each. */
export async function axeViolations(page: Page, rules: Rules = {}): Promise<string[]> {
  // It stays in a page until that goes elsewhere.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  return page.evaluate(async ({ only, without = [] }) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: {
          resultTypes: ['violations'];
          iframes: false;
          runOnly?: { type: 'rule'; values: string[] };
          rules: Record<string, { enabled: false }>;
        }): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    // It describes each element that passed, too, unless it is told not to, and waits half a second for each frame that it is not in.
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      iframes: false,
      ...(only && { runOnly: { type: 'rule', values: only } }),
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
  }, rules);
}

/** Whether something is wider than the window, so that the page itself scrolls sideways. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Cells of tables that lie over another of their row, by what they say. */
export function overlapping(page: Page): Promise<string[]> {
  return page.$$eval('tbody', (bodies) =>
    bodies
      .flatMap((body) => [...body.children].slice(0, 3))
      .flatMap((row) => {
        const cells = [...row.children].map((cell) => ({
          text: (cell.textContent ?? '').slice(0, 60),
          box: cell.getBoundingClientRect(),
        }));
        return cells
          .filter(({ box }, nth) =>
            cells
              .slice(0, nth)
              .some(
                (other) =>
                  Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
                  Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
              ),
          )
          .map(({ text }) => text);
      }),
  );
}

/** What of the tables lies outside of its frame, so that it must be scrolled to be read. */
export function cutOff(page: Page, tables = '.scroll'): Promise<string[]> {
  return page.$$eval(tables, (frames) =>
    frames
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => frame.getAttribute('aria-label') ?? ''),
  );
}
