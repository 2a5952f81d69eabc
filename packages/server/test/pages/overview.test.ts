import { beforeAll, expect, test } from '@jest/globals';
import { fromWire, keepSynced, keepSyncFailure, newId, toWire } from '@lodestone/core';
import { scaleFor } from '@lodestone/server/pages/charts/trend.js';

import { signedIn } from '../browser.ts';
import { onEveryDatabase } from '../server.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';

test('a scale ends at or above the highest value, in four even steps that read well', () => {
  for (const highest of [0, 1, 3, 4, 5, 7, 19, 20, 21, 71, 99, 1_234, 87_654]) {
    const top = scaleFor(highest);
    expect(top).toBeGreaterThanOrEqual(highest);
    expect(top).toBeLessThanOrEqual(Math.max(4, highest * 2.5));
    expect(String(top / 4)).toMatch(/^[125]0*$/);
  }
});

onEveryDatabase((server) => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedIn(server);
  });
  const page = async (path: string): Promise<string> => (await visit(server, path, { cookie })).html;
  // By whole numbers: 0.3595 times 100 is a little less than 35.95.
  const percent = (rate: number | null): string =>
    rate === null ? '—' : `${(Math.round(Math.round(rate * 10_000) / 10) / 10).toFixed(1)}%`;

  test('the list of campaigns shows what the metrics of each say', async () => {
    const { data: before } = (await server.call('GET /v1/campaigns?status=active')).body;
    const opened = fromWire('cmp', before[0]?.id ?? '') ?? '';
    // Its opens were tracked until now.
    await server.account.update('campaigns').set({ track_opens: false }).where('id', '=', opened).execute();
    const html = await page('/campaigns');
    const { data } = (await server.call('GET /v1/campaigns')).body;
    expect(
      (await server.call(`GET /v1/campaigns/${before[0]?.id}/metrics`)).body.sends.open_rate,
    ).toBeGreaterThan(0);
    expect(html).toContain('>Off</td>');
    for (const { id, settings } of data) {
      const metrics = (await server.call(`GET /v1/campaigns/${id}/metrics`)).body;
      const [, row = ''] = html.split(`<a href="/campaigns/${id}"`);
      const [cells = ''] = row.split('</tr>');
      const numbers = [...cells.matchAll(/<td class="number[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text);
      expect(numbers).toEqual([
        metrics.enrollments.toLocaleString('en'),
        metrics.sends.sent.toLocaleString('en'),
        settings.track_opens || metrics.sends.open_rate ? percent(metrics.sends.open_rate) : 'Off',
        percent(metrics.reply_rate),
      ]);
    }
  });

  test('a campaign without leads has no row of zeros, and one that has sent nothing shows its figures folded', async () => {
    const html = await page('/campaigns');
    const { data } = (await server.call('GET /v1/campaigns?status=draft')).body;
    expect(data).not.toEqual([]);
    for (const { id } of data) {
      const [, row = ''] = html.split(`<a href="/campaigns/${id}"`);
      expect(row.split('</tr>')[0]).not.toMatch(/<\/span> (active|completed|stopped|bounced)/);
      expect(await page(`/campaigns/${id}`)).toContain('Figures (nothing has been sent yet)');
    }
  });

  test('an inbox that the system paused is said to be paused, with the way to what is wrong', async () => {
    const html = await page('/sending-inboxes');
    const { data } = (await server.call('GET /v1/email-accounts')).body;
    expect(data.some(({ system_pause }) => system_pause !== null)).toBe(true);
    for (const { id, system_pause } of data) {
      const [, row = ''] = html.split(`<a href="/sending-inboxes/${id}"`);
      const [cells = ''] = row.split('</tr>');
      expect(cells.includes(`/sending-inboxes/${id}#system-pause`)).toBe(system_pause !== null);
      if (system_pause === null) continue;
      expect(cells).toMatch(/Paused: (<!-- -->)?(bounces|deliverability)/);
      expect(cells).not.toContain('>Active<');
    }
  });

  test('the dashboard names what the system paused, and inboxes near their limit, and each leads to its page', async () => {
    const html = await page('/');
    const { data } = (await server.call('GET /v1/campaigns')).body;
    for (const { id, status } of data) {
      expect(html.includes(`href="/campaigns/${id}#system-pause"`)).toBe(
        status === 'bounced' || status === 'stalled',
      );
    }
    const inboxes = (await server.call('GET /v1/email-accounts')).body.data;
    const isNear = ({ sent_today, daily_capacity }: (typeof inboxes)[number]) =>
      sent_today >= 0.9 * daily_capacity;
    expect(inboxes.filter(isNear)).not.toHaveLength(0);
    for (const inbox of inboxes) {
      expect(html.includes(`href="/sending-inboxes/${inbox.id}"`)).toBe(isNear(inbox));
    }
    expect(html).toMatch(/5 of 5 sent today/);
  });

  test('the dashboard names inboxes that are paused by the system, disconnected, or of a domain that fails a check', async () => {
    const html = await page('/');
    const inboxes = (await server.call('GET /v1/email-accounts')).body.data;
    const said = new Map<string, RegExp>();
    for (const { id, status, system_pause, deliverability } of inboxes) {
      const path = `/sending-inboxes/${id}`;
      const [, before = ''] = html.match(new RegExp(`<li>((?:(?!<li>).)*)<a href="${path}#`, 's')) ?? [];
      const fails = Object.values(deliverability).includes('fail');
      if (system_pause !== null) said.set(before, /Inbox paused: (bounces|deliverability)/);
      else if (status === 'disconnected') said.set(before, /Inbox disconnected/);
      else if (status === 'active' && fails) said.set(before, /(SPF|DKIM|DMARC).* fails?</);
      else expect(before).toBe('');
    }
    for (const [before, words] of said) expect(before).toMatch(words);
    expect(said.size).toBeGreaterThanOrEqual(4);
  });

  const attention = async () =>
    /<section class="card" id="attention">.*?<\/section>/s.exec(await page('/'))?.[0] ?? '';

  test('a job that failed stands on the dashboard until it does something well, and not for the rest of the day', async () => {
    const ran = (job: string, status: 'failed' | 'succeeded' | 'partial', minutesAgo: number) =>
      server.account.insert('job_runs', {
        id: newId(),
        job,
        status,
        started_at: new Date(Date.now() - minutesAgo * 60_000),
        finished_at: new Date(),
        processed: 1,
        failed: status === 'succeeded' ? 0 : 1,
        failures: JSON.stringify([{ item: 'a@lead.example', reason: 'Refused.' }]),
      });
    await server.account.remove('job_runs').where('status', '=', 'failed').execute();
    expect(await attention()).not.toContain('/activity?');
    await ran('send_pending', 'succeeded', 20);
    await ran('send_pending', 'failed', 10);
    await ran('classify_replies', 'failed', 10);
    expect(await attention()).toMatch(
      /Last run failed<\/span><a href="\/activity\?job=send_pending&amp;status=failed">/,
    );
    await ran('send_pending', 'partial', 5);
    expect(await attention()).not.toContain('job=send_pending');
    expect(await attention()).toContain('job=classify_replies');
  });

  test('a campaign whose leads wait for their owner, because an email failed, is on the dashboard until that is tried again', async () => {
    const lead = await server.account
      .select('next_steps')
      .select(['enrollment_id', 'campaign_id', 'step'])
      .where('email_account_id', 'is not', null)
      .where('step', '>', 1)
      .where(
        'campaign_id',
        'in',
        server.account.select('campaigns').select('id').where('status', '=', 'active'),
      )
      .executeTakeFirstOrThrow();
    const campaign = toWire('cmp', lead.campaign_id);
    const link = `Emails failed</span><a href="/campaigns/${campaign}/leads?show=failed">`;
    expect(await attention()).not.toContain(link);
    const step = lead.step - 1;
    await server.account
      .update('campaign_sends')
      .set({ status: 'failed', sent_at: null, failure: 'The lead has no company.' })
      .where('enrollment_id', '=', lead.enrollment_id)
      .where('step', '=', step)
      .execute();
    await server.account
      .update('next_steps')
      .set({ step, due_at: new Date('9999-12-31T00:00:00Z') })
      .where('enrollment_id', '=', lead.enrollment_id)
      .execute();
    expect(await attention()).toContain(link);
    const leads = `/campaigns/${campaign}/leads`;
    const shown = async (path: string) => (await page(path)).match(/href="\/inbox\/enr_\w+"/g) ?? [];
    expect(await shown(`${leads}?show=failed`)).toEqual([
      `href="/inbox/${toWire('enr', lead.enrollment_id)}"`,
    ]);
    expect((await shown(leads)).length).toBeGreaterThan(1);
    expect(await page(`${leads}?show=failed`)).toContain('The lead has no company.');
    await visit(server, `${leads}/retry`, { cookie, form: {} });
    expect(await attention()).not.toContain(link);
    expect(await page(`${leads}?show=failed`)).toContain('No email failed');
  });

  test('an inbox that cannot be read is on the dashboard, with why on its page, until it can', async () => {
    const inbox = await server.account
      .select('email_accounts')
      .select('id')
      .where('system_paused_at', 'is', null)
      .where('removed_at', 'is', null)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    // No more than five are named.
    await server.account
      .update('email_accounts')
      .set({ status: 'paused' })
      .where('id', '<>', inbox.id)
      .execute();
    await server.account
      .update('email_accounts')
      .set({ imap_server: 'imap://127.0.0.1', imap_secret: Buffer.from('sealed') })
      .where('id', '=', inbox.id)
      .execute();
    const path = `/sending-inboxes/${toWire('eml', inbox.id)}`;
    const said = `Inbox cannot be read</span><a href="${path}#connection">`;
    await keepSyncFailure(server.account, inbox.id, 'The mail server does not answer.');
    expect(await attention()).toContain(said);
    expect(await page(path)).toContain('The mail server does not answer.');
    await keepSynced(server.account, inbox.id);
    expect(await attention()).not.toContain(said);
    expect(await page(path)).not.toContain('Reading it has failed');
  });

  test('activity shows the runs of one state and one job', async () => {
    expect(await page('/activity')).not.toMatch(/>\w+_\w+</);
    const failed = await page('/activity?status=failed');
    expect(failed).toMatch(/<td[^>]*><span class="[^"]*">Failed/);
    expect(failed).not.toMatch(/<td[^>]*><span class="[^"]*">(Succeeded|Partial)/);
    const none = await page('/activity?status=failed&job=no_such_job');
    expect(none).toContain('No matching runs');
  });
});

inChromium('the chart of the dashboard', (owner) => {
  test('draws one measure against the period before, and tells a day from the keyboard', async () => {
    const page = await owner.open('/?range=30d&measure=sent');
    const { by_day } = await owner.api('/v1/dashboard?range=30d');
    expect(await page.locator('.trend .before').count()).toBe(1);
    await page.locator('[data-chart]').focus();
    await page.keyboard.press('ArrowLeft');
    const sent = by_day.at(-1)!.sent;
    expect(await page.locator('[data-readout]').textContent()).toContain(
      `Sent: ${sent.toLocaleString('en')}`,
    );
    await page.getByRole('link', { name: 'Clicked' }).click();
    expect(new URL(page.url()).searchParams.get('measure')).toBe('clicked');
  });
});
