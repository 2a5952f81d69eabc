import { expect, test } from '@jest/globals';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';
import { fromWire } from '@lodestone/core';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { find } from '../find.ts';
import { inChromium, type Owner } from './chromium.ts';
import { figureAt } from './figures.ts';
import { visit } from './forms.ts';

const WITHOUT_SCRIPT = { script: false };

function active(owner: Owner): Promise<Subscriber> {
  return find(owner.server, '/v1/subscribers', (row) => row.status === 'active');
}

inChromium('subscribers, without scripts', (owner) => {
  test('with a filter that is wrong says that it is not applied, and offers no change to those whom it does not leave out', async () => {
    const ask = (query: string) => visit(owner.server, `/subscribers?${query}`, { cookie: owner.cookie });
    const { status, html } = await ask('min_score=777');
    expect([status, html.includes('is not applied'), html.includes('Unsubscribe…')]).toStrictEqual([
      400,
      true,
      false,
    ]);
    expect((await ask('min_score=7')).html).toContain('Unsubscribe…');
  });

  test('are filtered by the form, whose every field stays as it was typed', async () => {
    const page = await owner.open('/subscribers', WITHOUT_SCRIPT);
    const magnet = await find(owner.server, '/v1/magnets', (row) => row.performance.leads > 100);
    await page.getByLabel('Name or email').fill('a');
    await page.getByText('More filters').click();
    await page.getByLabel('Temperature').selectOption('warm');
    await page.getByLabel('Score at least').fill('10');
    await page.getByLabel('Subscription').selectOption('active');
    await page.getByLabel('Requested').selectOption(magnet.id);
    await page.getByLabel('First seen from').fill('2026-01-01');
    await page.getByLabel('Order').selectOption('recent');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.getByLabel('Name or email').inputValue()).toBe('a');
    expect(await page.getByLabel('Requested').inputValue()).toBe(magnet.id);
    expect(await page.getByLabel('First seen from').inputValue()).toBe('2026-01-01');
    const query = `search=a&temperature=warm&min_score=10&status=active&magnet_id=${magnet.id}&order=recent`;
    const { total_matching, data } = await owner.api(
      `/v1/subscribers?${query}&created_after=2025-12-31T18:30:00Z`,
    );
    expect(total_matching).toBeGreaterThan(0);
    expect(await figureAt(page, 'total_matching')).toBe(String(total_matching));
    expect(
      await page.$$eval('tbody th a', (links) => links.map((link) => link.getAttribute('href'))),
    ).toStrictEqual(
      data.map(({ id }: { id: string }) => expect.stringContaining(`/subscribers/${id}?list=`)),
    );
  });

  test('are paged, with the filters kept', async () => {
    const page = await owner.open('/subscribers?status=active&order=recent', WITHOUT_SCRIPT);
    await page.getByRole('link', { name: 'Next' }).click();
    expect(new URL(page.url()).search).toBe('?status=active&order=recent&offset=50');
    await page.getByRole('link', { name: 'Previous' }).click();
    expect(new URL(page.url()).search).toBe('?status=active&order=recent');
  });

  test('are shown unfiltered where a filter cannot be used, which is said beside its field', async () => {
    const all = await owner.api('/v1/subscribers');
    for (const [field, value] of [
      ['min_score', '101'],
      ['min_score', '1e1'],
      ['created_after', '2026-02-30'],
      ['created_before', 'now'],
      ['tag', 'x'.repeat(201)],
    ] as const) {
      const page = await owner.open(`/subscribers?${field}=${value}`, WITHOUT_SCRIPT);
      expectFor(`${field}=${value}`, await page.locator(`#${field}-error`).isVisible()).toBe(true);
      expect(await figureAt(page, 'total_matching')).toBe(String(all.total_matching));
    }
  });

  test('get other names and tags, one tag a line', async () => {
    const { id } = await active(owner);
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    await page.getByLabel('First name').fill(' Asha ');
    await page.getByLabel('Last name').fill('');
    await page.getByLabel('Tags').fill('vip, really\n\n  beta \nvip, really');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Subscriber saved.');
    const { first_name, last_name, tags } = await owner.api(`/v1/subscribers/${id}`);
    expect({ first_name, last_name, tags }).toStrictEqual({
      first_name: 'Asha',
      last_name: null,
      tags: ['beta', 'vip, really'],
    });
  });

  test('keep a tag from before line breaks were refused while only a name is edited', async () => {
    const { id } = await active(owner);
    await owner.server.account
      .update('subscribers')
      .set({ tags: ['two\nlines'] })
      .where('id', '=', fromWire('sub', id) ?? '')
      .execute();
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    await page.getByLabel('First name').fill('Ravi');
    await page.getByRole('button', { name: 'Save' }).click();
    const { first_name, tags } = await owner.api(`/v1/subscribers/${id}`);
    expect({ first_name, tags }).toStrictEqual({ first_name: 'Ravi', tags: ['two\nlines'] });
  });

  test('keep what somebody else changed while the form was open, also when it was refused at first', async () => {
    const { id } = await active(owner);
    const path = `/v1/subscribers/${id}` as const;
    await owner.server.call(`PATCH ${path}`, { body: { first_name: 'Old', tags: ['old'] } });
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    await owner.server.call(`PATCH ${path}`, { body: { last_name: 'Theirs', tags: ['theirs'] } });
    await page.getByLabel('First name').evaluate((field) => field.removeAttribute('maxlength'));
    for (const first_name of ['x'.repeat(101), 'Mine']) {
      await page.getByLabel('First name').fill(first_name);
      await page.getByRole('button', { name: 'Save' }).click();
    }
    expect(await page.getByRole('status').textContent()).toBe('Subscriber saved.');
    const { first_name, last_name, tags } = await owner.api(path);
    expect({ first_name, last_name, tags }).toStrictEqual({
      first_name: 'Mine',
      last_name: 'Theirs',
      tags: ['theirs'],
    });

    await owner.server.call(`PATCH ${path}`, { body: { first_name: 'Theirs' } });
    await page.getByLabel('Tags').fill('mine');
    await page.getByRole('button', { name: 'Save' }).click();
    const after = await owner.api(path);
    expect([after.first_name, after.tags]).toStrictEqual(['Theirs', ['mine']]);
  });

  test('have room in the form for all the tags there can be, in the widest characters', async () => {
    const { id } = await active(owner);
    const tags = Array.from({ length: 50 }, (_, at) => `${10 + at}${'😀'.repeat(58)}`);
    await owner.server.call(`PATCH /v1/subscribers/${id}`, { body: { tags } });
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    await page.getByLabel('Tags').fill(tags.slice(1).join('\n'));
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await owner.api(`/v1/subscribers/${id}`)).tags).toStrictEqual(tags.slice(1));
  });

  test('are refused a tag that is too long, beside the field, with everything still there', async () => {
    const before = await active(owner);
    const page = await owner.open(`/subscribers/${before.id}`, WITHOUT_SCRIPT);
    await page.getByLabel('First name').fill('Typed');
    await page.getByLabel('Tags').fill(`fine\n${'x'.repeat(61)}`);
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await page.locator('#tags-error').textContent()) ?? '').toMatch(
      /at most 60 characters long; got 61/,
    );
    expect(await page.getByLabel('First name').inputValue()).toBe('Typed');
    expect((await owner.api(`/v1/subscribers/${before.id}`)).first_name).toBe(before.first_name);
  });

  test('are unsubscribed after one more question, for good', async () => {
    const { id } = await active(owner);
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    await page.getByRole('link', { name: 'Unsubscribe…' }).click();
    expect((await owner.api(`/v1/subscribers/${id}`)).status).toBe('active');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    expect((await page.getByRole('status').textContent()) ?? '').toMatch(/They receive nothing further/);
    const { status, unsubscribed_at } = await owner.api(`/v1/subscribers/${id}`);
    expect(status).toBe('unsubscribed');
    expect(await page.locator(`time[datetime="${unsubscribed_at}"]`).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Unsubscribe…' }).count()).toBe(0);
  });

  test('keep the list that one came from, its filters included, also once they were saved', async () => {
    const page = await owner.open('/subscribers?status=active&order=recent', WITHOUT_SCRIPT);
    await page.locator('tbody th a').first().click();
    await page.getByLabel('First name').fill('Kept');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Subscriber saved.');
    await page.getByRole('link', { name: '← Subscribers' }).click();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, ...[...searchParams].toSorted().flat()]).toEqual([
      '/subscribers',
      'order',
      'recent',
      'status',
      'active',
    ]);
  });

  test("do not hold the subscriber's own link, with which somebody could act in their name", async () => {
    const { id } = await active(owner);
    const page = await owner.open(`/subscribers/${id}`, WITHOUT_SCRIPT);
    expect(await page.content()).not.toMatch(/preferences/);
  });
});
