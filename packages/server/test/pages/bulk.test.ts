import { beforeAll, expect, test } from '@jest/globals';

import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';

interface Listed {
  id: string;
  status: string;
  tags: string[];
}

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });

  const matching = async (query: string): Promise<{ total_matching: number; data: Listed[] }> =>
    (await server.call(`GET /v1/subscribers?${query}`)).body;
  const change = (query: string, form: string) =>
    visit(server, `/subscribers/bulk?${query}`, { cookie, form });

  test('a tag is added to all that match and removed again, and the filters stay', async () => {
    const { total_matching } = await matching('status=unsubscribed');
    expect(total_matching).toBeGreaterThan(0);
    const added = await change('status=unsubscribed', 'all=1&do=tag&tag=+gone+');
    expect([added.status, added.location]).toEqual([
      303,
      '/subscribers?status=unsubscribed&done=bulk_tagged',
    ]);
    expect((await matching('tag=gone')).total_matching).toBe(total_matching);
    await change('', 'all=1&do=untag&tag=gone');
    expect((await matching('tag=gone')).total_matching).toBe(0);
  });

  test('only those who are selected change; another account is left alone', async () => {
    const { data } = await matching('limit=3');
    const [one, two] = data;
    await change(
      '',
      `id=${one?.id}&id=${two?.id}&id=sub_01h455vb4pex5vsknk084sn02q&id=none&do=tag&tag=chosen`,
    );
    const tagged = (await matching('tag=chosen')).data.map(({ id }) => id);
    expect(tagged.toSorted()).toEqual([one?.id, two?.id].toSorted());
  });

  test('unsubscribing asks first, and enrolling leaves out who may not be written to', async () => {
    const { data } = await matching('status=active&limit=2&order=recent');
    const ids = data.map(({ id }) => `id=${id}`).join('&');
    const asked = await change('', `${ids}&do=unsubscribe`);
    expect([asked.status, asked.html.includes('Unsubscribe 2 subscribers?')]).toEqual([200, true]);
    expect((await server.call(`GET /v1/subscribers/${data[0]?.id}`)).body.status).toBe('active');
    await change('', `${ids}&do=unsubscribe&sure=1`);
    for (const { id } of data) {
      expect((await server.call(`GET /v1/subscribers/${id}`)).body.status).toBe('unsubscribed');
    }
    const drafts = async () => (await server.call('GET /v1/campaigns?status=draft')).body.data;
    const [draft] = await drafts();
    const leads = async (): Promise<number> =>
      (await drafts()).find(({ id }: { id: string }) => id === draft!.id)!.leads.total;
    const before = await leads();
    await change('', `${ids}&do=enroll&campaign_id=${draft!.id}`);
    expect(await leads()).toBe(before);
    const others = (await matching('status=active&limit=2')).data.map(({ id }) => `id=${id}`).join('&');
    await change('', `${others}&do=enroll&campaign_id=${draft!.id}`);
    expect(await leads()).toBeGreaterThan(before);
  });

  test('unsubscribing all that match asks with the number of those who are still subscribed', async () => {
    const { total_matching } = await matching('temperature=cold&status=active');
    const whom = `${total_matching.toLocaleString('en')} subscribers`;
    const asked = await change('temperature=cold', 'all=1&do=unsubscribe');
    expect(asked.status).toBe(200);
    expect(asked.html).toContain(`Unsubscribe ${whom}?`);
    expect(asked.html).toContain(`>Unsubscribe ${whom}<`);
    expect((await matching('temperature=cold&status=active')).total_matching).toBe(total_matching);
    const nobody = await change('status=unsubscribed', 'all=1&do=unsubscribe');
    expect([nobody.status, nobody.html.includes('Everyone who matches is already unsubscribed.')]).toEqual([
      400,
      true,
    ]);
  });

  test('filters are kept under a name, found again with one click, replaced and deleted', async () => {
    const go = (path: string, form?: Record<string, string>) =>
      visit(server, path, form === undefined ? { cookie } : { cookie, form });
    const saved = await go('/subscribers/filters?temperature=hot&order=recent', { name: ' Hot & new ' });
    expect(saved.location).toBe('/subscribers?temperature=hot&order=recent&done=filter_saved');
    const list = (await go('/subscribers')).html;
    expect(list).toContain('href="/subscribers?temperature=hot&amp;order=recent"');
    await go('/subscribers/filters?tag=saas', { name: 'Hot & new' });
    const [, id = ''] = /filters\/(flt_\w+)\/delete/.exec((await go('/subscribers?tag=saas')).html) ?? [];
    expect((await go('/subscribers')).html).not.toContain('temperature=hot&amp;order=recent"');
    await go(`/subscribers/filters/${id}/delete`, {});
    expect((await go('/subscribers')).html).not.toContain('Hot &amp; new');
    for (const name of ['', 'x'.repeat(61), 'two\nlines']) {
      expect((await go('/subscribers/filters?tag=x', { name })).status).toBe(400);
    }
    const long = `/subscribers/filters?search=${'x'.repeat(8_000)}`;
    expect((await go(long, { name: 'Long' })).status).toBe(400);
  });

  test('nobody selected, nothing to do, a tag too long and a filter that cannot be used change nothing', async () => {
    const forms = [
      'do=tag&tag=x',
      'all=1',
      `all=1&do=tag&tag=${'x'.repeat(61)}`,
      'all=1&do=tag&tag=',
      'all=1&do=enroll',
    ];
    for (const form of forms) expect([400, 404]).toContain((await change('', form)).status);
    expect((await change('min_score=999', 'all=1&do=tag&tag=wrong')).status).toBe(400);
    expect((await matching('tag=wrong')).total_matching).toBe(0);
  });
});

inChromium('many subscribers at once', (owner) => {
  test('a page of leads is tagged with three clicks', async () => {
    const page = await owner.open('/subscribers?temperature=cold');
    await page.getByLabel('Select all on this page').check();
    await page.getByLabel('Tag to add or remove').fill('autumn');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.waitForURL(/done=bulk_tagged/);
    expect((await owner.api('/v1/subscribers?tag=autumn')).total_matching).toBe(50);
    await page.goBack();
    await page.getByRole('link', { name: 'Remove this filter' }).first().click();
    expect(new URL(page.url()).search).toBe('');
  });
});
