import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inChromium } from './chromium.ts';
import { assertShows } from './figures.ts';

inChromium('the dashboard', (owner) => {
  for (const range of ['7d', '30d', '90d', 'all']) {
    for (const scope of ['active', 'all']) {
      test(`shows the API's figures for range=${range} and scope=${scope}, every one of them`, async () => {
        const page = await owner.open(`/?range=${range}&scope=${scope}`);
        const answer = await owner.api(`/v1/dashboard?range=${range}&scope=${scope}`);
        const shown = await assertShows(page, answer);
        assert.ok(shown > 30, `${shown} figures`);
        assert.equal(await page.locator('svg[role=img] rect').count(), answer.by_day.length);
      });
    }
  }

  test('shows 30 days without archived magnets to whoever asks for nothing, or for nonsense', async () => {
    const answer = await owner.api('/v1/dashboard');
    for (const query of ['', '?range=1y&scope=constructor', '?range=7d&range=all']) {
      const page = await owner.open(`/${query}`);
      await assertShows(page, answer);
    }
  });

  test('keeps range and scope in the address, each link changing one of them', async () => {
    const page = await owner.open('/?range=7d&scope=all');
    await page.getByRole('link', { name: '90 days' }).click();
    assert.equal(new URL(page.url()).search, '?range=90d&scope=all');
    assert.equal(await page.getByRole('link', { name: '90 days' }).getAttribute('aria-current'), 'page');
    await page.getByRole('link', { name: 'Without archived' }).click();
    assert.equal(new URL(page.url()).search, '?range=90d&scope=active');
  });

  test('tells the meaning of a figure on hover and on a click, and the values of a day on hover', async () => {
    const page = await owner.open('/');
    const opened = page.locator('.stat summary', { hasText: 'Opened' });
    assert.match((await opened.getAttribute('title')) ?? '', /opened by now/);
    await opened.click();
    assert.ok(await page.getByText('opened by now').first().isVisible());
    const { by_day } = await owner.api('/v1/dashboard');
    const title = await page.locator('svg[role=img] rect title').last().textContent();
    assert.match(title ?? '', new RegExp(`Sent: ${by_day.at(-1).sent.toLocaleString('en')}\\b`));
  });
});
