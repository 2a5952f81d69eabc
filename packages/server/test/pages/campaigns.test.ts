import { expect, test } from '@jest/globals';
import type { Unibox } from '@lodestone/server/api/generated/contract.js';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { campaign } from '../find.ts';
import { inChromium } from './chromium.ts';
import { figureAt } from './figures.ts';
import { visit } from './forms.ts';

const WITHOUT_SCRIPT = { script: false };

inChromium('campaigns, without scripts', (owner) => {
  test('are paused with a reason, and resumed', async () => {
    const { id } = await campaign(owner.server, 'active');
    const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
    await page.getByText('Pause this campaign…').click();
    await page.getByLabel('Reason').fill('  New <b>copy</b> first ');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await page.getByRole('status').textContent()).toBe('Campaign paused.');
    const paused = await campaign(owner.server, 'paused');
    expect([paused.id, paused.pause!.by, paused.pause!.reason]).toStrictEqual([
      id,
      'application',
      'New <b>copy</b> first',
    ]);
    expect(await page.getByText('New <b>copy</b> first').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Resume' }).click();
    expect((await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status).toBe('active');
  });

  test('are not paused for a reason that is too long, which is said beside it', async () => {
    const { id } = await campaign(owner.server, 'active');
    const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
    await page.getByText('Pause this campaign…').click();
    await page.getByLabel('Reason').evaluate((field) => field.removeAttribute('maxlength'));
    await page.getByLabel('Reason').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    expect((await page.locator('#reason-error').textContent()) ?? '').toMatch(
      /at most 500 characters long; got 501/,
    );
    expect((await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status).toBe('active');
  });

  for (const status of ['bounced', 'stalled'] as const) {
    test(`that the system left ${status} send again only after the checklist, and never through the API`, async () => {
      const { id } = await campaign(owner.server, status);
      const statusNow = async () => (await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status;
      // As one that was stalled before pauses were written down; pauses.test.ts has those that are.
      await owner.server.account.remove('system_pauses').where('kind', '=', 'campaign').execute();

      const early = await visit(owner.server, `/campaigns/${id}/system-pause/resume`, {
        cookie: owner.cookie,
        form: {},
      });
      expect(early.html).toMatch(/checklist is not done/);
      expect(await statusNow()).toBe(status);

      const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
      expect(await page.getByRole('heading', { name: 'The system paused this campaign' }).isVisible()).toBe(
        true,
      );
      const review = page.getByRole('button', { name: 'I have reviewed them' });
      // Where nothing bounced there is nothing to review.
      expect(await review.count()).toBe(status === 'bounced' ? 1 : 0);
      if (status === 'bounced') await review.click();
      expect(await page.getByRole('button', { name: 'I have reviewed them' }).count()).toBe(0);
      const listed = await page.locator('#system-pause th a[href^="/sending-inboxes/"]').allTextContents();
      expect(new Set(listed.map((address) => address.split('@')[1]))).toStrictEqual(
        new Set([status === 'bounced' ? 'meridian-list.example' : 'meridian-news.example']),
      );
      const bad = page.getByRole('button', { name: 'Pause inbox' });
      while ((await bad.count()) > 0) {
        expect(await page.getByRole('button', { name: 'Resume campaign' }).count()).toBe(0);
        await bad.first().click();
      }
      expect((await owner.server.call(`POST /v1/campaigns/${id}/resume`)).body.error.code).toBe(
        'system_paused',
      );
      await page.getByRole('button', { name: 'Resume campaign' }).click();
      expect(await page.getByRole('status').textContent()).toBe(
        'The campaign is active again. It sends when its next window opens.',
      );
      expect(await statusNow()).toBe('active');

      const trail = await owner.server.account
        .select('audit_log')
        .select(['actor', 'action'])
        .where('action', 'in', ['campaign.bounces_reviewed', 'campaign.resume_after_system_pause'])
        .execute();
      expect(trail.some(({ action }) => action === 'campaign.resume_after_system_pause')).toBe(true);
      expect(trail.every(({ actor }) => actor === 'user')).toBe(true);
    });
  }

  test('that the system pauses again need their bounces reviewed again', async () => {
    const { id, pause } = await campaign(owner.server, 'paused').catch(() =>
      campaign(owner.server, 'active'),
    );
    expect(pause === null || pause.by !== 'system').toBe(true);
    await owner.server.account
      .update('campaigns')
      .set({
        status: 'bounced',
        paused_by: 'system',
        pause_reason: null,
        paused_at: new Date(),
        bounces_reviewed_at: new Date(Date.now() - 60_000),
      })
      .where(
        'name',
        'in',
        (await owner.api('/v1/campaigns')).data.filter((row) => row.id === id).map((row) => row.name),
      )
      .execute();
    const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
    expect(await page.getByRole('button', { name: 'I have reviewed them' }).isVisible()).toBe(true);
    const { html } = await visit(owner.server, `/campaigns/${id}/system-pause/resume`, {
      cookie: owner.cookie,
      form: {},
    });
    expect(html).toMatch(/checklist is not done/);
  });

  test('say why a change is refused', async () => {
    const { id } = await campaign(owner.server, 'draft');
    for (const change of ['pause', 'resume', 'system-pause/bounces', 'system-pause/resume']) {
      const { status, html } = await visit(owner.server, `/campaigns/${id}/${change}`, {
        cookie: owner.cookie,
        form: {},
      });
      expectFor(change, status).toBe(400);
      expectFor(change, html).toMatch(/draft/);
    }
  });
});

inChromium('the inbox and the sending inboxes, without scripts', (owner) => {
  test("set a conversation's intent, which every split then counts", async () => {
    const before = await owner.api('/v1/unibox');
    const { id } = before.latest.find(({ reply_intent }) => reply_intent !== 'won')!;
    const page = await owner.open(`/inbox/${id}`, WITHOUT_SCRIPT);
    await page.getByRole('button', { name: 'Won' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Intent set.');
    const won = (unibox: Unibox) => unibox.by_intent.find(({ intent }) => intent === 'won')!.count;
    const after = await owner.api('/v1/unibox');
    expect(won(after)).toBe(won(before) + 1);
    await page.goto('/inbox');
    expect(await figureAt(page, 'by_intent.3.count')).toBe(String(won(after)));
  });

  test('show a conversation in the order of time, both directions, and last what has still to go out', async () => {
    const { latest } = await owner.api('/v1/unibox');
    const { sends, replies } = await owner.api(`/v1/unibox/${latest[0]!.id}`);
    const page = await owner.open(`/inbox/${latest[0]!.id}`);
    const shown = await page.$$eval('article', (articles) => articles.map(({ id }) => id));
    const waiting = sends.filter(({ status }) => status === 'queued');
    const gone = [
      ...sends
        .filter((send) => !waiting.includes(send))
        .map((send) => [send.sent_at ?? send.queued_at, send.id]),
      ...replies.map((reply) => [reply.received_at, reply.id]),
    ];
    const inOrder = gone.toSorted(([a], [b]) => Number(a! > b!) - Number(a! < b!)).map(([, id]) => id);
    expect(shown).toStrictEqual([...inOrder, ...waiting.map(({ id }) => id)]);
  });

  test('take an inbox out of use and back, which the total capacity follows', async () => {
    const before = await owner.api('/v1/email-accounts');
    const inbox = before.data.find((row) => row.status === 'active' && row.system_pause === null);
    const page = await owner.open('/sending-inboxes', WITHOUT_SCRIPT);
    await page.getByRole('button', { name: `Pause inbox: ${inbox!.address}` }).click();
    const paused = await owner.api('/v1/email-accounts');
    expect(paused.summary.total_daily_capacity).toBe(
      before.summary.total_daily_capacity - inbox!.daily_capacity,
    );
    await page.getByRole('button', { name: `Resume inbox: ${inbox!.address}` }).click();
    expect(await owner.api('/v1/email-accounts')).toStrictEqual(before);
  });
});
