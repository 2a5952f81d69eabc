import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Db, forAccount, newId, warmUp } from '@lodestone/core';

import { onEach } from '../../../core/test/databases.ts';
import { anAccount } from '../../../core/test/builders.ts';
import { addInbox, addLeads, startCampaign } from './world.ts';

const DAY = 86_400_000;

onEach('A warm-up', ({ open }) => {
  let db: Db;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await open());
  });
  afterAll(() => close());

  test('grows by five a day while few emails bounce, steps back when they do, and ends at the capacity', async () => {
    const account = await anAccount(db);
    await addInbox(account, 'smtp://127.0.0.1:9', { daily_capacity: 15, warmup: true });
    await addLeads(db, account, 4);
    await startCampaign(account);
    const inbox = await account.select('email_accounts').select('id').executeTakeFirstOrThrow();
    const { id: campaign_id } = await account.select('campaigns').select('id').executeTakeFirstOrThrow();
    const leads = await account.select('subscribers').select('id').orderBy('id').execute();
    const variant = await account
      .select('step_variants')
      .select('id')
      .where('step', '=', 1)
      .executeTakeFirstOrThrow();
    const enrollments = leads.map(({ id }) => ({ id: newId(), campaign_id, subscriber_id: id }));
    await account.insert('enrollments', enrollments);
    const start = Date.parse('2026-03-02T06:00:00Z');
    const sent = (nth: number, day: number, bounced = false) => {
      const at = new Date(start + day * DAY);
      return account.insert('campaign_sends', {
        id: newId(),
        campaign_id,
        enrollment_id: enrollments[nth]?.id ?? '',
        step: 1,
        variant_id: variant.id,
        email_account_id: inbox.id,
        status: bounced ? 'bounced' : 'sent',
        queued_at: at,
        sent_at: at,
        ...(bounced && { bounced_at: at }),
      });
    };
    const next = async (day: number) => {
      await warmUp(forAccount(db, account.id, { kind: 'system' }, () => new Date(start + day * DAY)));
      return account
        .select('email_accounts')
        .select(['warmup_state', 'warmup_day'])
        .executeTakeFirstOrThrow();
    };
    // Nothing was sent on the day before.
    expect(await next(0)).toEqual({ warmup_state: 'warming', warmup_day: 1 });
    await sent(0, 0);
    expect(await next(1)).toEqual({ warmup_state: 'warming', warmup_day: 2 });
    expect(await next(1)).toEqual({ warmup_state: 'warming', warmup_day: 2 });
    await sent(1, 1, true);
    expect(await next(2)).toEqual({ warmup_state: 'warming', warmup_day: 1 });
    await sent(2, 9);
    expect(await next(10)).toEqual({ warmup_state: 'warming', warmup_day: 2 });
    await sent(3, 10);
    expect(await next(11)).toEqual({ warmup_state: 'complete', warmup_day: null });
  });
});
