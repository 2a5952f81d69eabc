import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { codeOf, stepAt } from '@lodestone/core/two-step/totp.js';
import type { Page } from 'playwright-core';

import { inChromium } from './chromium.ts';
import { decoded, PASSWORD } from './forms.ts';
import { axeViolations, openWindow, overflows } from './window.ts';

const EMAIL = 'priya@people.example';

inChromium(
  'somebody who joins an account',
  (owner) => {
    const seen = async (page: Page) => {
      expect(await axeViolations(page)).toStrictEqual([]);
      expect(await overflows(page)).toBe(false);
    };
    const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

    test('is invited, joins, sets up 2-step sign-in, signs out, and signs in with a code', async () => {
      const invites = await owner.open('/settings/users');
      await seen(invites);
      await invites.getByLabel('Their email').fill(EMAIL);
      await press(invites, 'Invite');
      await seen(invites);
      const link = (await invites.locator('#invitation').textContent()) ?? '';
      expect(link).toMatch(/\/sign-in\/invitation\?token=[\w-]{43}$/);

      const { origin } = owner.server;
      const { page, context, strays } = await openWindow(origin, { width: 390, dark: true });
      await page.goto(link.slice(link.indexOf('/sign-in')));
      await seen(page);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('Repeat password').fill(PASSWORD);
      await press(page, 'Join');
      await page.getByText('Welcome.').waitFor();

      await page.goto('/settings/sign-in');
      await seen(page);
      await page.getByRole('link', { name: 'Set up' }).click();
      await seen(page);
      await press(page, 'Set up');
      await page.locator('#secret').waitFor();
      await seen(page);
      const secret = decoded(((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', ''));
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date())));
      await press(page, 'Turn on');
      await page.locator('#codes').waitFor();
      await seen(page);
      const [recovery = ''] = ((await page.locator('#codes').textContent()) ?? '').trim().split('\n');
      await page.getByRole('link', { name: 'I have saved them' }).click();
      await page.getByText('10 of 10 recovery codes are left.').waitFor();

      await page.getByRole('row').getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await press(page, 'Sign in');
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      await seen(page);
      // Of the next step: the present one may be used up.
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date()) + 1));
      await press(page, 'Sign in');
      await page.waitForURL('/');

      await page.goto('/settings/sign-in/two-step');
      await seen(page);
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
      await press(page, 'Turn off 2-step sign-in');
      await page.getByText('2-step sign-in is off.').waitFor();
      expect(strays).toStrictEqual([]);
      await context.close();

      await invites.goto('/settings/users');
      const row = invites.getByRole('row', { name: EMAIL });
      await row.getByRole('link', { name: 'Remove' }).click();
      await seen(invites);
      await press(invites, 'Remove this user');
      await invites.getByText('signed out everywhere').waitFor();
      expect(await invites.getByRole('row', { name: EMAIL }).count()).toBe(0);
      await invites.goto('/settings/account');
      await seen(invites);
    });
  },
  { secretKeys: [randomBytes(32)] },
);
