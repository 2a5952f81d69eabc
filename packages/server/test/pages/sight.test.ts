import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { campaign, conversation, find } from '../find.ts';
import { inChromium, type Owner } from './chromium.ts';
import { makeHostile } from './hostile.ts';
import { axeViolations, overflows } from './window.ts';

/** Set to a directory to keep a picture of each page, light and dark, wide and narrow. */
const PICTURES = process.env['LODESTONE_PICTURES'];

const MOST_BYTES = 60 * 1024;

/** A page of each sort; `pathsOf` has the address of each. */
const PAGES = [
  'dashboard',
  'magnets',
  'magnet',
  'subscribers',
  'subscriber',
  'unsubscribe',
  'campaigns',
  'campaign',
  'paused-campaign',
  'system-pause',
  'inbox',
  'conversation',
  'sending-inboxes',
  'activity',
  'ai-usage',
  'nobody-matches',
] as const;

async function pathsOf({ server }: Owner): Promise<Record<(typeof PAGES)[number], string>> {
  const subscriber = await find(server, '/v1/subscribers', (row) => row.status === 'active');
  return {
    dashboard: '/?range=all&scope=all',
    magnets: '/magnets',
    magnet: `/magnets/${(await find(server, '/v1/magnets', (row) => !row.can_publish)).id}`,
    subscribers: '/subscribers?min_score=777',
    subscriber: `/subscribers/${subscriber.id}`,
    unsubscribe: `/subscribers/${subscriber.id}/unsubscribe`,
    campaigns: '/campaigns',
    campaign: `/campaigns/${(await campaign(server, 'active')).id}`,
    'paused-campaign': `/campaigns/${(await campaign(server, 'paused')).id}`,
    'system-pause': `/campaigns/${(await campaign(server, 'bounced')).id}`,
    inbox: '/inbox',
    conversation: `/inbox/${await conversation(server)}`,
    'sending-inboxes': '/sending-inboxes',
    activity: '/activity',
    'ai-usage': '/ai-usage?range=all',
    'nobody-matches': '/subscribers?search=nobody-is-called-so',
  };
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

const NARROW_LIGHT = { width: 360, dark: false };
const NARROW_DARK = { width: 360, dark: true };
const WIDE_LIGHT = { width: 1600, dark: false };
const WIDE_DARK = { width: 1600, dark: true };

function defineSight(owner: Owner, sort: string, kinds: { width: number; dark: boolean }[]): void {
  let paths: Awaited<ReturnType<typeof pathsOf>>;
  before(async () => {
    paths = await pathsOf(owner);
  });

  for (const name of PAGES) {
    for (const { width, dark } of kinds) {
      const shade = dark ? 'dark' : 'light';
      test(`${name}: no violation that axe finds, and no wider than ${width} px, ${shade}`, async () => {
        const page = await owner.open(paths[name], { width, dark });
        assert.equal(await overflows(page), false, 'scrolls sideways');
        assert.deepEqual(await axeViolations(page), []);
        await picture(page, `${name}-${sort}-${width}-${shade}`);
      });
    }

    test(`${name}: at most ${MOST_BYTES / 1024} KB and one request to paint`, async () => {
      const headers = { cookie: owner.cookie, 'accept-encoding': 'gzip', accept: 'text/html' };
      const response = await fetch(`${owner.server.origin}${paths[name]}`, { headers });
      const html = await response.text();
      const bytes = Number(response.headers.get('content-length'));
      assert.equal(response.headers.get('content-encoding'), 'gzip');
      assert.ok(bytes > 0 && bytes <= MOST_BYTES, `${bytes} bytes`);
      assert.doesNotMatch(html, /<link[^>]+stylesheet|<script(?![^>]* defer)/);
    });
  }
}

inChromium("the application's pages", (owner) => {
  describe('with the demo', () =>
    defineSight(owner, 'demo', [NARROW_LIGHT, NARROW_DARK, WIDE_LIGHT, WIDE_DARK]));

  describe('with hostile text in every place', () => {
    before(() => makeHostile(owner.server));
    defineSight(owner, 'hostile', [NARROW_DARK]);

    test('show it as text, no wider than 1600 px', async () => {
      for (const [name, path] of Object.entries(await pathsOf(owner))) {
        const page = await owner.open(path);
        page.on('dialog', () => assert.fail(`${name} runs a script that was stored`));
        assert.equal(await page.locator('main img, main script, main b b').count(), 0, name);
        assert.equal(await overflows(page), false, `${name} scrolls sideways`);
      }
      const page = await owner.open('/magnets');
      assert.ok((await page.locator('main').innerText()).includes('<script>alert(1)</script>'));
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
        assert.deepEqual(reversed, [], path);
      }
    });
  });
});
