import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createKey, READ_SCOPES, subscriberLink, toWire } from '@lodestone/core';
import type { Page } from 'playwright-core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../server.ts';
import { axeViolations, expectSightly, inBrowser, openWindow, overflows, Windows } from './window.ts';
import { linkOf, sessionOf, visit } from './forms.ts';

/** Set to a directory to keep a picture of each page, light and dark, wide and narrow. */
const PICTURES = process.env['LODESTONE_PICTURES'];

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe\u202C"\'&amp;' + 'ａ'.repeat(50);

inBrowser.describe('the frame, sign-in, settings and preferences, in a browser', () => {
  let server: TestServer;
  let cookie: string;
  let preferences: string;
  let revoking: string;

  beforeAll(async () => {
    server = await startServer();
    cookie = sessionOf(await visit(server, await linkOf(server)));
    const { key } = await createKey(server.account, {
      name: HOSTILE.slice(0, 100),
      scopes: READ_SCOPES,
      expires_in_days: 30,
    });
    revoking = `/settings/developers/keys/${key.id}/revoke`;
    const subscriber = await server.account
      .select('subscribers')
      .select('id')
      .where('requests', '>', 1)
      .where('status', '=', 'active')
      .limit(1)
      .executeTakeFirstOrThrow();
    await server.account
      .update('subscribers')
      .set({ first_name: HOSTILE.slice(0, 100) })
      .where('id', '=', subscriber.id)
      .execute();
    preferences = `/preferences?link=${await subscriberLink(server.account, { id: toWire('sub', subscriber.id) })}`;
  });
  afterAll(async () => {
    await server?.close();
  });

  const pagesToSee = (): { name: string; path: string; signedIn: boolean }[] => [
    { name: 'sign-in', path: '/sign-in', signedIn: false },
    { name: 'preferences', path: preferences, signedIn: false },
    { name: 'preferences-owner', path: preferences, signedIn: true },
    { name: 'developers', path: '/settings/developers', signedIn: true },
    { name: 'your-sign-in', path: '/settings/sign-in', signedIn: true },
    { name: 'audit-log', path: '/settings/audit', signedIn: true },
    { name: 'revoke', path: revoking, signedIn: true },
    { name: 'not-found', path: '/nowhere', signedIn: true },
  ];

  async function picture(page: Page, name: string, width: number, colorScheme: string) {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({
      path: join(PICTURES, `${name}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  }

  test('axe finds no violation, nothing overflows, no request leaves: narrow and wide, light and dark', async () => {
    const windows = new Windows(server.origin);
    for (const { name, path, signedIn } of pagesToSee()) {
      const page = await windows.open(path, signedIn ? { cookie } : {});
      await expectSightly(page, name, ({ width, colorScheme }) => picture(page, name, width, colorScheme));
    }
    await windows.close();
  });

  test('a page is one request of at most 30 KB, besides its icon', async () => {
    for (const { path, name, signedIn } of pagesToSee()) {
      const { context, page } = await openWindow(server.origin, signedIn ? { cookie } : {});
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      const response = await page.goto(path, { waitUntil: 'networkidle' });
      expectFor(
        name,
        requested.filter((one) => !one.startsWith('/assets/icon')),
      ).toStrictEqual([new URL(path, server.origin).pathname]);
      const { responseBodySize } = await response!.request().sizes();
      expectFor(`${name}: ${responseBodySize} bytes`, responseBodySize).toBeGreaterThan(0);
      expectFor(`${name}: ${responseBodySize} bytes`, responseBodySize).toBeLessThan(30 * 1024);
      await context.close();
    }
  });

  test('an owner makes, copies and revokes a key from the keyboard', async () => {
    const { context, page } = await openWindow(server.origin, { cookie });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/settings/developers');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('From the keyboard');
    await page.getByLabel('campaigns:write').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('30 days', { exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/developers/keys/key_*');
    expect(await axeViolations(page)).toStrictEqual([]);
    await picture(page, 'new-key', 1600, 'light');

    const key = (await page.locator('#key').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy the key' }).press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    const { body } = await server.call('GET /v1/me', { key });
    expect(body.api_key!.scopes).toContain('campaigns:write');
    expect(body.api_key!.scopes).not.toContain('magnets:write');

    await page.goto('/settings/developers');
    await page.locator(`[data-key="${body.api_key!.id}"]`).getByRole('link').press('Enter');
    await page.getByRole('button', { name: 'Revoke this key' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Key revoked.' }).waitFor();
    expect((await server.call('GET /v1/me', { key })).status).toBe(401);
    await context.close();
  });

  test('the curl command that is shown with a new key works as it is pasted', async () => {
    const { context, page } = await openWindow(server.origin, { cookie });
    await page.goto('/settings/developers');
    await page.getByLabel('Name', { exact: true }).fill('Pasted');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const command = (await page.locator('#curl').textContent()) ?? '';
    const [, url, key] = /^curl (\S+) \\\n {2}-H "Authorization: Bearer (\S+)"$/.exec(command) ?? [];
    const answer = await fetch(url!, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await context.close();
  });

  test('everything works without a script, but for copying', async () => {
    const { context, page } = await openWindow(server.origin, { script: false });
    await page.goto(await linkOf(server));
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto('/settings/developers');
    await page.getByLabel('Name', { exact: true }).fill('No script');
    await page.getByRole('button', { name: 'Create API key' }).click();
    expect((await page.locator('#key').textContent()) ?? '').toMatch(/^lodestone_live_/);
    expect(await page.getByRole('button', { name: 'Copy the key' }).isVisible()).toBe(false);
    await page.locator('.account summary').click();
    await page.locator('.account').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await context.close();
  });

  test('text of others is shown as text, in a place of its own', async () => {
    const { context, page } = await openWindow(server.origin, { width: 360 });
    let ran = false;
    page.on('dialog', (dialog) => {
      ran = true;
      void dialog.dismiss();
    });
    await page.goto(preferences);
    const shown = page.locator('bdi').filter({ hasText: '<img src=x onerror=alert(1)>' });
    expect(await shown.count()).toBe(1);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await overflows(page)).toBe(false);
    expect(ran).toBe(false);
    await context.close();
  });

  test('a subscriber opts out on their own page, and back in by an email to their address', async () => {
    const { context, page } = await openWindow(server.origin, { width: 360 });
    await page.goto(preferences);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('You are unsubscribed.').waitFor();
    expect(await axeViolations(page)).toStrictEqual([]);
    await picture(page, 'unsubscribed', 360, 'light');
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByText('We sent you an email.').waitFor();
    const { token } = await server.account
      .select('mails')
      .select('token')
      .where('kind', '=', 'confirmation')
      .executeTakeFirstOrThrow();
    await page.goto(`${server.origin}/preferences/confirm?token=${token}`);
    expect(await axeViolations(page)).toStrictEqual([]);
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByText('Welcome back').waitFor();
    await context.close();
  });
});
