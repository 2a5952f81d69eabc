import { expect, test } from '@jest/globals';
import { inChromium } from './chromium.ts';
import { assertShows } from './figures.ts';

inChromium('the dashboard', (owner) => {
  for (const range of ['7d', '30d', '90d', 'all']) {
    for (const scope of ['active', 'all']) {
      test(`shows the API's figures for range=${range} and scope=${scope}, every one of them`, async () => {
        const page = await owner.open(`/?range=${range}&scope=${scope}`);
        const answer = await owner.api(`/v1/dashboard?range=${range}&scope=${scope}`);
        const shown = await assertShows(page, answer);
        expect(shown).toBeGreaterThan(30);
        expect(await page.locator('svg[role=img] rect').count()).toBe(answer.by_day.length);
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
    expect(new URL(page.url()).search).toBe('?range=90d&scope=all');
    expect(await page.getByRole('link', { name: '90 days' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'Exclude archived' }).click();
    expect(new URL(page.url()).search).toBe('?range=90d&scope=active');
  });

  test('tells the meaning of a figure on hover and on a click, and the values of a day on hover', async () => {
    const page = await owner.open('/');
    const opened = page.locator('.stat summary', { hasText: 'Opened' });
    expect((await opened.getAttribute('title')) ?? '').toMatch(/been opened so far/);
    await opened.click();
    expect(await page.getByText('been opened so far').first().isVisible()).toBe(true);
    const { by_day } = await owner.api('/v1/dashboard');
    const title = await page.locator('svg[role=img] rect title').last().textContent();
    expect(title ?? '').toMatch(new RegExp(`Sent: ${by_day.at(-1)!.sent.toLocaleString('en')}\\b`));
  });
});
