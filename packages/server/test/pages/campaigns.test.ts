import assert from 'node:assert/strict';
import { test } from 'node:test';

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
    assert.equal(await page.getByRole('status').textContent(), 'The campaign is paused.');
    const paused = await campaign(owner.server, 'paused');
    assert.deepEqual(
      [paused.id, paused.pause.by, paused.pause.reason],
      [id, 'application', 'New <b>copy</b> first'],
    );
    assert.ok(await page.getByText('New <b>copy</b> first').isVisible());
    await page.getByRole('button', { name: 'Resume' }).click();
    assert.equal((await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status, 'active');
  });

  test('are not paused for a reason that is too long, which is said beside it', async () => {
    const { id } = await campaign(owner.server, 'active');
    const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
    await page.getByText('Pause this campaign…').click();
    await page.getByLabel('Reason').evaluate((field) => field.removeAttribute('maxlength'));
    await page.getByLabel('Reason').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    assert.match((await page.locator('#reason-error').textContent()) ?? '', /501 characters/);
    assert.equal((await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status, 'active');
  });

  for (const status of ['bounced', 'stalled']) {
    test(`that the system left ${status} send again only after the checklist, and never through the API`, async () => {
      const { id } = await campaign(owner.server, status);
      const statusNow = async () => (await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status;

      const early = await visit(owner.server, `/campaigns/${id}/system-pause/resume`, {
        cookie: owner.cookie,
        form: {},
      });
      assert.match(early.html, /checklist is not done/);
      assert.equal(await statusNow(), status);

      const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
      assert.ok(await page.getByRole('heading', { name: 'The system paused this campaign' }).isVisible());
      await page.getByRole('button', { name: 'I have reviewed them' }).click();
      assert.equal(await page.getByRole('button', { name: 'I have reviewed them' }).count(), 0);
      const bad = page.getByRole('button', { name: 'Take' });
      while ((await bad.count()) > 0) {
        assert.equal(await page.getByRole('button', { name: 'Resume the campaign' }).count(), 0);
        await bad.first().click();
      }
      assert.equal(
        (await owner.server.call(`POST /v1/campaigns/${id}/resume`)).body.error.code,
        'system_paused',
      );
      await page.getByRole('button', { name: 'Resume the campaign' }).click();
      assert.equal(await page.getByRole('status').textContent(), 'The campaign is sending again.');
      assert.equal(await statusNow(), 'active');

      const trail = await owner.server.account
        .select('audit_log')
        .select(['actor', 'action'])
        .where('action', 'in', ['campaign.bounces_reviewed', 'campaign.resume_after_system_pause'])
        .execute();
      assert.ok(trail.some(({ action }) => action === 'campaign.resume_after_system_pause'));
      assert.ok(trail.every(({ actor }) => actor === 'user'));
    });
  }

  test('that the system pauses again need their bounces reviewed again', async () => {
    const { id, pause } = await campaign(owner.server, 'paused').catch(() =>
      campaign(owner.server, 'active'),
    );
    assert.ok(pause === null || pause.by !== 'system');
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
        (await owner.api('/v1/campaigns')).data
          .filter((row: any) => row.id === id)
          .map((row: any) => row.name),
      )
      .execute();
    const page = await owner.open(`/campaigns/${id}`, WITHOUT_SCRIPT);
    assert.ok(await page.getByRole('button', { name: 'I have reviewed them' }).isVisible());
    const { html } = await visit(owner.server, `/campaigns/${id}/system-pause/resume`, {
      cookie: owner.cookie,
      form: {},
    });
    assert.match(html, /checklist is not done/);
  });

  test('say why a change is refused', async () => {
    const { id } = await campaign(owner.server, 'draft');
    for (const change of ['pause', 'resume', 'system-pause/bounces', 'system-pause/resume']) {
      const { status, html } = await visit(owner.server, `/campaigns/${id}/${change}`, {
        cookie: owner.cookie,
        form: {},
      });
      assert.equal(status, 400, change);
      assert.match(html, /draft/, change);
    }
  });
});

inChromium('the inbox and the sending inboxes, without scripts', (owner) => {
  test("set a conversation's intent, which every split then counts", async () => {
    const before = await owner.api('/v1/unibox');
    const { id } = before.latest.find(({ reply_intent }: any) => reply_intent !== 'won');
    const page = await owner.open(`/inbox/${id}`, WITHOUT_SCRIPT);
    await page.getByLabel('What the reply means').selectOption('won');
    await page.getByRole('button', { name: 'Set intent' }).click();
    assert.equal(await page.getByRole('status').textContent(), 'The intent is set.');
    const won = (unibox: any) => unibox.by_intent.find(({ intent }: any) => intent === 'won').count;
    const after = await owner.api('/v1/unibox');
    assert.equal(won(after), won(before) + 1);
    await page.goto('/inbox');
    assert.equal(await figureAt(page, 'by_intent.3.count'), String(won(after)));
  });

  test('show a conversation in the order of time, both directions', async () => {
    const { latest } = await owner.api('/v1/unibox');
    const { sends, replies } = await owner.api(`/v1/unibox/${latest[0].id}`);
    const page = await owner.open(`/inbox/${latest[0].id}`);
    const shown = await page.$$eval('article', (articles) => articles.map(({ id }) => id));
    const expected = [
      ...sends.map((send: any) => [send.sent_at ?? send.queued_at, send.id]),
      ...replies.map((reply: any) => [reply.received_at, reply.id]),
    ];
    assert.deepEqual(
      shown,
      expected.toSorted(([a], [b]) => Number(a > b) - Number(a < b)).map(([, id]) => id),
    );
  });

  test('take an inbox out of use and back, which the total capacity follows', async () => {
    const before = await owner.api('/v1/email-accounts');
    const inbox = before.data.find((row: any) => row.status === 'active' && row.system_pause === null);
    const page = await owner.open('/sending-inboxes', WITHOUT_SCRIPT);
    await page.getByRole('button', { name: `Take out of use: ${inbox.address}` }).click();
    const paused = await owner.api('/v1/email-accounts');
    assert.equal(
      paused.summary.total_daily_capacity,
      before.summary.total_daily_capacity - inbox.daily_capacity,
    );
    await page.getByRole('button', { name: `Use again: ${inbox.address}` }).click();
    assert.deepEqual(await owner.api('/v1/email-accounts'), before);
  });
});
