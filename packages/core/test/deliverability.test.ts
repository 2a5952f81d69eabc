import { expect, test } from '@jest/globals';
import {
  type Account,
  addMails,
  type Db,
  judgeDeliverability,
  keepDomainChecks,
  liftInboxPause,
  listEmailAccounts,
  newId,
  pauseInbox,
  readCampaign,
  readDomainChecks,
  readPauseRecord,
  resumeAfterSystemPause,
  resumeInbox,
  resumeMended,
  reviewBounces,
  setInboxStatus,
  toWire,
} from '@lodestone/core';
import { sql } from 'kysely';

import { aCampaign, anAccount, anInbox } from './builders.ts';
import { DATABASES } from './databases.ts';
import { openReconciled } from './reconciled.ts';

for (const database of DATABASES) {
  database.describe(`the watch over deliverability, on ${database.name}`, () => {
    let db: Db;
    openReconciled(database, (opened) => (db = opened));

    /** An account whose campaign sent so many emails, of which so many bounced. */
    async function sent(all: number, bounced: number) {
      const account = await anAccount(db);
      const inbox = await anInbox(account);
      const {
        id: campaign,
        variants: [variant = ''],
      } = await aCampaign(account);
      await send(account, { inbox, campaign, variant }, all, bounced);
      return { account, inbox, campaign, variant };
    }

    async function send(
      account: Account,
      { inbox, campaign, variant }: { inbox: string; campaign: string; variant: string },
      all: number,
      bounced: number,
    ): Promise<void> {
      const leads = Array.from({ length: all }, () => ({
        id: newId(),
        person: newId(),
        enrollment: newId(),
      }));
      const email = (id: string) => `${id}@client.example`;
      await db
        .insertInto('people')
        .values(leads.map(({ person }) => ({ id: person, email: email(person) })))
        .execute();
      await account.insert(
        'subscribers',
        leads.map(({ id, person }) => ({
          id,
          person_id: person,
          email: email(person),
          last_activity_at: new Date(),
        })),
      );
      await account.insert(
        'enrollments',
        leads.map(({ id, enrollment }) => ({ id: enrollment, campaign_id: campaign, subscriber_id: id })),
      );
      const sent_at = new Date(Date.now() - 60_000);
      await account.insert(
        'campaign_sends',
        leads.map(({ enrollment }, at) => ({
          id: newId(),
          campaign_id: campaign,
          enrollment_id: enrollment,
          step: 1,
          variant_id: variant,
          email_account_id: inbox,
          sent_at,
          ...(at < bounced
            ? { status: 'bounced' as const, bounced_at: new Date(), failure: '550 5.1.1' }
            : { status: 'sent' as const }),
        })),
      );
    }

    const inboxOf = async (account: Account) => (await listEmailAccounts(account)).data[0];
    const wire = ({ inbox, campaign }: { inbox: string; campaign: string }) => ({
      inbox: toWire('eml', inbox),
      campaign: toWire('cmp', campaign),
    });

    test('an inbox is paused at 5 % of 50, and not before', async () => {
      const few = await sent(49, 4);
      const good = await sent(60, 2);
      const bad = await sent(60, 3);
      for (const { account } of [few, good]) {
        await judgeDeliverability(account);
        expect((await inboxOf(account))?.system_pause).toBeNull();
      }
      await judgeDeliverability(bad.account);
      expect((await inboxOf(bad.account))?.system_pause).toMatchObject({ reason: 'bounces' });
      const record = await readPauseRecord(bad.account, { id: wire(bad).inbox });
      expect(record).toMatchObject({
        cause: 'bounces',
        threshold: { sent: 60, bounced: 3, limit_share: 0.05, limit_days: 7 },
      });
      expect(record?.rows).toHaveLength(3);
      expect(record?.rows[0]).toMatchObject({ failure: '550 5.1.1' });
    });

    test('what is refused because of us counts against the inbox, and not against the campaign', async () => {
      const world = await sent(58, 1);
      const { account, inbox } = world;
      expect(await judgeDeliverability(account)).toEqual([]);
      const sends = await account
        .select('campaign_sends')
        .select(['id', 'enrollment_id', 'status'])
        .execute();
      const blame = async (state: 'sent' | 'refused') => {
        const send = sends.splice(
          sends.findIndex(({ status }) => status === 'sent'),
          1,
        )[0];
        if (!send) throw new Error('No send is left.');
        const [mail] = await addMails(account, [
          {
            kind: 'step',
            to_address: 'lee@client.example',
            domain: 'acme.example',
            send_id: send.id,
            enrollment_id: send.enrollment_id,
            email_account_id: inbox,
          },
        ]);
        if (state === 'refused') {
          await account
            .update('campaign_sends')
            .set({ status: 'failed', sent_at: null, failure: '550 5.7.1 spam' })
            .where('id', '=', send.id)
            .execute();
        }
        await account
          .update('mails')
          .set({
            state,
            sent_at: state === 'sent' ? new Date() : null,
            blamed_at: new Date(),
            response: '550 5.7.1 spam',
          })
          .where('id', '=', mail?.id ?? '')
          .execute();
      };
      await blame('sent');
      expect(await judgeDeliverability(account)).toEqual([]);
      await blame('refused');
      expect(await judgeDeliverability(account)).toEqual([(await inboxOf(account))?.address, 'Autumn']);
      const record = await readPauseRecord(account, { id: wire(world).inbox });
      expect(record).toMatchObject({ cause: 'bounces', threshold: { sent: 58, bounced: 1, blamed: 2 } });
      expect(record?.rows.map(({ failure }) => failure)).toEqual([
        '550 5.7.1 spam',
        '550 5.7.1 spam',
        '550 5.1.1',
      ]);
      // Because there is no inbox, not because of bounces.
      expect((await readCampaign(account, { id: wire(world).campaign })).status).toBe('stalled');
    });

    test('a campaign is paused at five bounces and 5 %, and resumes by its checklist alone', async () => {
      const world = await sent(40, 5);
      const { campaign } = wire(world);
      expect(await judgeDeliverability(world.account)).toEqual(['Autumn']);
      expect(await readCampaign(world.account, { id: campaign })).toMatchObject({ status: 'bounced' });
      expect(await readPauseRecord(world.account, { id: campaign })).toMatchObject({
        threshold: { sent: 40, bounced: 5 },
      });
      await expect(resumeAfterSystemPause(world.account, { id: campaign })).rejects.toMatchObject({
        code: 'system_paused',
      });
      await reviewBounces(world.account, { id: campaign });
      // Its inbox bounces as much, and is neither paused nor misses a record: there is nothing else to do about it.
      await resumeAfterSystemPause(world.account, { id: campaign });
      expect(await readPauseRecord(world.account, { id: campaign })).toBeNull();
      // What was reviewed is not held against it again.
      await judgeDeliverability(world.account);
      expect(await readCampaign(world.account, { id: campaign })).toMatchObject({ status: 'active' });
    });

    test('an inbox that its owner brings back starts afresh', async () => {
      const world = await sent(60, 4);
      await judgeDeliverability(world.account);
      await liftInboxPause(world.account, { id: wire(world).inbox });
      await judgeDeliverability(world.account);
      expect((await inboxOf(world.account))?.system_pause).toBeNull();
      await expect(liftInboxPause(world.account, { id: wire(world).inbox })).rejects.toMatchObject({
        code: 'invalid_state',
      });
    });

    test('an inbox that was paused before pauses were written down is brought back as well', async () => {
      const account = await anAccount(db);
      const inbox = await anInbox(account, {
        system_pause_reason: 'bounces',
        system_paused_at: new Date(),
      });
      await liftInboxPause(account, { id: toWire('eml', inbox) });
      const rows = await account.select('email_accounts').select('system_pause_reason').execute();
      expect(rows).toEqual([{ system_pause_reason: null }]);
      const acts = await account.select('audit_log').select('action').execute();
      expect(acts).toContainEqual({ action: 'email_account.system_resume' });
    });

    test('what such an inbox sent before it was brought back is not held against it again, and what it sends then is', async () => {
      const world = await sent(60, 4);
      const { account, inbox } = world;
      await account
        .update('email_accounts')
        .set({ system_pause_reason: 'bounces', system_paused_at: new Date() })
        .execute();
      await liftInboxPause(account, { id: wire(world).inbox });
      await judgeDeliverability(account);
      expect((await inboxOf(account))?.system_pause).toBeNull();
      const lifted = sql<Date>`clock_timestamp() - interval '1 hour'`;
      await account.update('system_pauses').set({ lifted_at: lifted }).where('of_id', '=', inbox).execute();
      await account
        .update('campaign_sends')
        .set({ sent_at: sql<Date>`sent_at - interval '2 hours'` })
        .execute();
      await send(account, world, 50, 3);
      await judgeDeliverability(account);
      expect(await readPauseRecord(account, { id: wire(world).inbox })).toMatchObject({
        threshold: { sent: 50, bounced: 3 },
      });
    });

    test('an inbox whose pause for deliverability was never written down comes back once a look at its domain finds it in order', async () => {
      const account = await anAccount(db);
      const paused = { system_pause_reason: 'deliverability' as const, system_paused_at: new Date() };
      const inbox = await anInbox(account, paused);
      expect(await resumeMended(account)).toBe(0);
      const look = (spf: 'pass' | 'fail') => {
        const good = { result: 'pass' as const, found: 'yes', expected: 'yes' };
        const findings = { spf: { ...good, result: spf }, dkim: good, dmarc: good, mx: good };
        return keepDomainChecks(account, { id: inbox, findings });
      };
      await look('fail');
      expect(await resumeMended(account)).toBe(0);
      await look('pass');
      expect(await resumeMended(account)).toBe(1);
      expect((await inboxOf(account))?.system_pause).toBeNull();
    });

    test('a campaign without a usable inbox is stalled', async () => {
      const world = await sent(3, 0);
      await setInboxStatus(world.account, { id: wire(world).inbox, status: 'paused' });
      expect(await judgeDeliverability(world.account)).toEqual(['Autumn']);
      expect(await readCampaign(world.account, { id: wire(world).campaign })).toMatchObject({
        status: 'stalled',
      });
    });

    test('a stalled campaign goes on once an inbox of its can send again', async () => {
      const world = await sent(3, 0);
      const { inbox, campaign } = wire(world);
      await setInboxStatus(world.account, { id: inbox, status: 'paused' });
      await judgeDeliverability(world.account);
      expect(await resumeMended(world.account)).toBe(0);
      await setInboxStatus(world.account, { id: inbox, status: 'active' });
      expect(await resumeMended(world.account)).toBe(1);
      expect(await readCampaign(world.account, { id: campaign })).toMatchObject({
        status: 'active',
        pause: null,
      });
      expect(await readPauseRecord(world.account, { id: campaign })).toBeNull();
    });

    test('a domain that fails is given 72 hours, and brings its inbox back once it is in order', async () => {
      const world = await sent(3, 0);
      const { inbox, campaign } = wire(world);
      const look = (spf: 'pass' | 'fail' | 'unknown') => {
        const good = { result: 'pass' as const, found: 'yes', expected: 'yes' };
        const findings = {
          spf: { result: spf, found: null, expected: 'v=spf1 ~all' },
          dkim: good,
          dmarc: good,
          mx: good,
        };
        return keepDomainChecks(world.account, { id: world.inbox, findings });
      };
      const ago = async (hours: number) => {
        const then = sql<Date>`clock_timestamp() - ${hours} * interval '1 hour'`;
        await world.account
          .update('email_accounts')
          .set({ domain_failing_since: then, domain_failed_at: then })
          .execute();
      };
      await look('fail');
      await ago(71);
      await look('fail');
      expect(await judgeDeliverability(world.account)).toEqual([]);
      await ago(73);
      // A look-up that failed is no proof that the domain still does.
      await look('unknown');
      expect(await judgeDeliverability(world.account)).toEqual([]);
      await look('fail');
      expect(await judgeDeliverability(world.account)).toEqual([
        (await inboxOf(world.account))?.address,
        'Autumn',
      ]);
      expect((await inboxOf(world.account))?.system_pause).toMatchObject({ reason: 'deliverability' });
      expect(await readPauseRecord(world.account, { id: inbox })).toMatchObject({
        cause: 'domain',
        threshold: { limit_hours: 72 },
        rows: [{ check: 'spf', found: null, expected: 'v=spf1 ~all' }],
      });
      await look('unknown');
      expect(await resumeMended(world.account)).toBe(0);
      await look('pass');
      expect(await resumeMended(world.account)).toBe(2);
      expect((await inboxOf(world.account))?.system_pause).toBeNull();
      expect(await readCampaign(world.account, { id: campaign })).toMatchObject({ status: 'active' });
      expect(await readDomainChecks(world.account, { id: inbox })).toMatchObject({ failing_since: null });
    });

    test('a refused sign-in pauses once, and comes back by itself and no other way', async () => {
      const world = await sent(1, 0);
      const evidence = { cause: 'sign_in' as const, threshold: { response: '535 no' } };
      expect(await pauseInbox(world.account, world.inbox, evidence)).toBe(true);
      expect(await pauseInbox(world.account, world.inbox, evidence)).toBe(false);
      expect((await inboxOf(world.account))?.system_pause).toMatchObject({ reason: 'deliverability' });
      await expect(liftInboxPause(world.account, { id: wire(world).inbox })).rejects.toMatchObject({
        code: 'invalid_state',
      });
      expect(await resumeInbox(world.account, world.inbox, ['domain'])).toBe(false);
      const mended = await Promise.all(
        [1, 2, 3, 4].map(() => resumeInbox(world.account, world.inbox, ['sign_in'])),
      );
      expect(mended.filter(Boolean)).toHaveLength(1);
      expect((await inboxOf(world.account))?.system_pause).toBeNull();
    });
  });
}
