import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  judgeDeliverability,
  keepDomainChecks,
  newId,
  pauseInbox,
  resumeInbox,
  toWire,
} from '@lodestone/core';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';

import { nameServer, type Zone } from '../../../mail/test/dns/name-server.ts';
import { inChromium } from './chromium.ts';
import { visit } from './forms.ts';
import { axeViolations, overflows } from './window.ts';

/** Set to a directory to keep a picture of each page. */
const PICTURES = process.env['LODESTONE_PICTURES'];

const zone: Zone = {};
const names = await nameServer(zone);
afterAll(() => names.stop());

inChromium(
  'what the system paused',
  (owner) => {
    const inbox = newId();
    const path = `/sending-inboxes/${toWire('eml', inbox)}`;
    const isPaused = async () => {
      const { data } = await owner.api('/v1/email-accounts');
      return data.find(({ id }: { id: string }) => id === toWire('eml', inbox))!.system_pause !== null;
    };

    beforeAll(async () => {
      await owner.server.account.insert('email_accounts', {
        id: inbox,
        address: 'maya@failing.example',
        provider: 'smtp',
        dkim_selector: 'mail',
        daily_capacity: 50,
        smtp_secret: Buffer.from('none'),
        smtp_server: '127.0.0.1:1',
      });
    });

    async function seen(name: string, at: string): Promise<Page> {
      for (const kind of [
        { width: 1280, dark: false },
        { width: 390, dark: true },
      ]) {
        const page = await owner.open(at, kind);
        expect(await overflows(page)).toBe(false);
        expect(await axeViolations(page)).toStrictEqual([]);
        if (PICTURES === undefined) continue;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: join(PICTURES, `${name}-${kind.width}.png`), fullPage: true });
      }
      return owner.open(at);
    }

    test('for its domain says which records are wrong, and comes back with the check that finds them right', async () => {
      const { account } = owner.server;
      const open = await owner.open(path);
      await open.getByRole('button', { name: 'Check again' }).click();
      expect(await open.getByRole('status').textContent()).toBe('Domain checked just now.');
      expect(await open.locator('#domain').textContent()).toMatch(/SPF fail.*DKIM fail/s);
      const long = sql<Date>`clock_timestamp() - interval '80 hours'`;
      await account
        .update('email_accounts')
        .set({ domain_failing_since: long })
        .where('id', '=', inbox)
        .execute();
      await judgeDeliverability(account);
      expect(await isPaused()).toBe(true);
      const paused = await seen('paused-for-domain', path);
      expect(await paused.locator('#system-pause').textContent()).toMatch(
        /A TXT record at failing\.example: v=spf1/,
      );
      zone['failing.example'] = { TXT: ['v=spf1 a ~all'], MX: [[1, 'mx.failing.example']] };
      await paused.locator('#system-pause').getByRole('button', { name: 'Check again' }).click();
      expect(await isPaused()).toBe(true);
      zone['mail._domainkey.failing.example'] = { TXT: [`v=DKIM1; p=${'A'.repeat(200)}`] };
      await paused.locator('#system-pause').getByRole('button', { name: 'Check again' }).click();
      expect(await isPaused()).toBe(false);
      expect(await paused.locator('#system-pause').count()).toBe(0);
      expect(await paused.locator('#domain').textContent()).toMatch(/SPF pass.*DKIM pass/s);
    });

    test('for a refused sign-in, or for bounces, says what to do about it', async () => {
      const { account } = owner.server;
      await pauseInbox(account, inbox, { cause: 'sign_in', threshold: { response: '535 5.7.8 refused' } });
      const refused = await seen('paused-for-sign-in', path);
      expect(await refused.locator('#system-pause').textContent()).toMatch(
        /535 5\.7\.8 refused.*Check again/s,
      );
      await account
        .update('email_accounts')
        .set({ system_paused_at: null, system_pause_reason: null })
        .where('id', '=', inbox)
        .execute();
      const rows = [
        { conversation_id: toWire('enr', newId()), email: 'a@gone.example', failure: '550 5.1.1 no' },
      ];
      const threshold = { sent: 60, bounced: 4 };
      await pauseInbox(account, inbox, { cause: 'bounces', threshold, rows });
      const bouncing = await seen('paused-for-bounces', path);
      expect(await bouncing.locator('#system-pause').textContent()).toMatch(/4 of its 60 emails bounced/);
      await bouncing.getByRole('button', { name: 'Resume inbox' }).click();
      expect(await isPaused()).toBe(false);
    });

    test('for want of an inbox goes on once it has one again', async () => {
      const { server } = owner;
      const { account } = server;
      const { id: campaign } = await account
        .select('campaigns')
        .select('id')
        .where('status', '=', 'active')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      await account.remove('campaign_inboxes').where('campaign_id', '=', campaign).execute();
      await account.insert('campaign_inboxes', { campaign_id: campaign, email_account_id: inbox });
      await visit(server, `${path}/status`, { cookie: owner.cookie, form: { status: 'paused' } });
      await judgeDeliverability(account);
      const id = toWire('cmp', campaign);
      const statusOf = async () => (await owner.api(`/v1/campaigns/${id}/metrics`)).campaign.status;
      expect(await statusOf()).toBe('stalled');
      const stalled = await seen('stalled', `/campaigns/${id}`);
      expect(await stalled.locator('#system-pause').textContent()).toMatch(
        /maya@failing\.exampleYou paused it\./,
      );
      await stalled.getByRole('button', { name: 'Check again' }).click();
      expect(await statusOf()).toBe('stalled');
      await stalled.getByRole('button', { name: 'Resume inbox: maya@failing.example' }).click();
      expect(await stalled.getByRole('status').textContent()).toMatch(/The campaign is active again/);
      expect(await statusOf()).toBe('active');

      const good = { result: 'pass' as const, found: 'as expected', expected: 'as expected' };
      const spf = { result: 'fail' as const, found: 'v=spf1 +all', expected: 'A TXT record: v=spf1 ~all' };
      await keepDomainChecks(account, { id: inbox, findings: { spf, dkim: good, dmarc: good, mx: good } });
      const causes = [
        [{ cause: 'bounces', threshold: { sent: 60, bounced: 4 } }, /4 of its 60 emails bounced \(limit 5%/],
        [{ cause: 'sign_in', threshold: { response: '535 no' } }, /refused the sign-in: 535 no/],
        [
          { cause: 'domain', threshold: { failing_since: new Date().toISOString(), limit_hours: 72 } },
          /SPF fails\..*Found: v=spf1 \+all.*Expected: A TXT record: v=spf1 ~all/,
        ],
      ] as const;
      for (const [evidence, words] of causes) {
        await pauseInbox(account, inbox, evidence);
        await judgeDeliverability(account);
        const page = await seen(`stalled-by-${evidence.cause}`, `/campaigns/${id}`);
        expect(await page.locator('#system-pause').textContent()).toMatch(words);
        await page.getByRole('link', { name: 'Fix it: maya@failing.example' }).click();
        expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${path}#system-pause`);
        expect(await page.locator('#system-pause').textContent()).toMatch(words);
        expect(await resumeInbox(account, inbox, [evidence.cause])).toBe(true);
        await page.goto(`/campaigns/${id}`);
        await page.getByRole('button', { name: 'Check again' }).click();
        expect(await statusOf()).toBe('active');
      }
      await visit(server, `${path}/remove`, { cookie: owner.cookie, form: {} });
      await judgeDeliverability(account);
      const page = await seen('stalled-by-removal', `/campaigns/${id}`);
      expect(await page.locator('#system-pause').textContent()).toMatch(
        /maya@failing\.exampleIt was removed\./,
      );
    });
  },
  { dnsServers: names.resolver.getServers() },
);
