import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Account,
  connect,
  type Db,
  migrate,
  newId,
  unsubscribe,
  askToResubscribe,
  resubscribe,
  readSubscriber,
  toWire,
} from '@lodestone/core';
import { sql } from 'kysely';

import { aSubscriber } from './builders.ts';
import { DATABASES, POSTGRES } from './databases.ts';
import { makeWorld } from './history.ts';

for (const database of DATABASES) {
  database.describe(`Constraints on ${database.name}`, () => {
    let db: Db;
    let close: () => Promise<void>;
    let account: Account;
    let subscriber_id: string;
    let magnet_id: string;
    let campaign_id: string;
    let enrollment_id: string;
    let variant: { id: string; step: number };
    const earlier = new Date('2026-03-04T10:00:00.000Z');
    const later = new Date('2026-03-04T11:00:00.000Z');

    beforeAll(async () => {
      ({ db, close } = await database.open());
      [account] = (await makeWorld(db)).accounts as [Account, Account];
      const seen = { first_seen_at: earlier, last_activity_at: earlier };
      subscriber_id = await aSubscriber(account, { email: 'one@people.example', ...seen });
      ({ id: magnet_id } = await account.select('magnets').select('id').executeTakeFirstOrThrow());
      await account.insert('magnet_requests', { subscriber_id, magnet_id });
      ({ id: campaign_id } = await account.select('campaigns').select('id').executeTakeFirstOrThrow());
      variant = await account
        .select('step_variants')
        .select(['id', 'step'])
        .where('campaign_id', '=', campaign_id)
        .executeTakeFirstOrThrow();
      enrollment_id = newId();
      await account.insert('enrollments', { id: enrollment_id, campaign_id, subscriber_id });
    });
    afterAll(() => close());

    const delivery = (row: object) =>
      account.insert('deliveries', { id: newId(), subscriber_id, magnet_id, ...row });
    const send = (row: object) =>
      account.insert('campaign_sends', {
        id: newId(),
        campaign_id,
        enrollment_id,
        step: variant.step,
        variant_id: variant.id,
        ...row,
      });

    const refused: [string, () => Promise<unknown>, string][] = [
      [
        'a delivery that was opened but never left',
        () => delivery({ opened_at: later }),
        'opened_after_delivery',
      ],
      [
        'a click without an open',
        () => delivery({ status: 'delivered', sent_at: earlier, delivered_at: earlier, clicked_at: later }),
        'clicked_after_opening',
      ],
      [
        'a click before the open',
        () =>
          delivery({
            status: 'delivered',
            sent_at: earlier,
            delivered_at: earlier,
            opened_at: later,
            clicked_at: earlier,
          }),
        'clicked_after_opening',
      ],
      ['a sent delivery that never left', () => delivery({ status: 'sent' }), 'left_as_the_status_says'],
      [
        'a queued delivery that has left',
        () => delivery({ status: 'queued', sent_at: earlier }),
        'left_as_the_status_says',
      ],
      ['a bounce without its moment', () => delivery({ status: 'bounced' }), 'bounced_as_the_status_says'],
      ['an open of a send that is queued', () => send({ opened_at: later }), 'opened_after_leaving'],
      [
        'a click on a send before its open',
        () => send({ status: 'sent', sent_at: earlier, opened_at: later, clicked_at: earlier }),
        'clicked_after_opening',
      ],
      [
        'a cancelled send that left',
        () => send({ status: 'cancelled', sent_at: earlier }),
        'left_as_the_status_says',
      ],
      [
        'a lead score of 101',
        () => account.update('subscribers').set({ lead_score: 101 }).execute(),
        'subscribers_lead_score_check',
      ],
      [
        'a campaign paused by nobody',
        () => account.update('campaigns').set({ status: 'paused' }).execute(),
        'pause_is_whole',
      ],
      [
        'a system pause set by the API',
        () =>
          account
            .update('campaigns')
            .set({ status: 'bounced', paused_by: 'api', paused_at: later })
            .execute(),
        'system_pause_by_the_system',
      ],
      [
        'an outcome without a moment',
        () => account.update('enrollments').set({ reply_intent: 'won' }).execute(),
        'classified_as_the_intent_says',
      ],
      [
        'an unknown status',
        () =>
          account
            .update('magnets')
            .set({ status: 'hidden' as never })
            .execute(),
        'magnets_status_check',
      ],
    ];
    for (const [what, write, constraint] of refused) {
      test(`refuse ${what}`, () => expect(write()).rejects.toMatchObject({ code: '23514', constraint }));
    }

    test('refuse a second relationship of an account with one person', async () => {
      const { person_id } = await account.select('subscribers').select('person_id').executeTakeFirstOrThrow();
      const again = {
        id: newId(),
        person_id,
        email: 'one@people.example',
        first_seen_at: later,
        last_activity_at: later,
      };
      await expect(account.insert('subscribers', again)).rejects.toMatchObject({ code: '23505' });
    });

    test('refuse an address that is not the person’s', async () => {
      const { person_id } = await account.select('subscribers').select('person_id').executeTakeFirstOrThrow();
      await expect(
        sql`update subscribers set email = 'two@people.example' where person_id = ${person_id}`.execute(db),
      ).rejects.toMatchObject({ code: '23503' });
    });

    test('keep the first moment of an opt-out, whoever writes a later one', async () => {
      const id = toWire('sub', subscriber_id);
      await account
        .update('subscribers')
        .set({ unsubscribed_at: earlier })
        .where('id', '=', subscriber_id)
        .execute();
      await account
        .update('subscribers')
        .set({ unsubscribed_at: later })
        .where('id', '=', subscriber_id)
        .execute();
      expect((await unsubscribe(account, { id })).changed).toBe(false);
      expect((await readSubscriber(account, { id })).unsubscribed_at).toBe(earlier.toISOString());
      await askToResubscribe(account, { id });
      const { mail_id } = await account
        .select('mails')
        .select('id as mail_id')
        .where('subscriber_id', '=', subscriber_id)
        .executeTakeFirstOrThrow();
      expect(await resubscribe(account, { mail_id })).toBe(id);
      expect((await readSubscriber(account, { id })).unsubscribed_at).toBeNull();
      expect((await unsubscribe(account, { id })).changed).toBe(true);
    });
  });
}

POSTGRES.describe('Migrations', () => {
  test('may run from several processes at once, and again', async () => {
    const url = new URL(process.env.TEST_DATABASE_URL!);
    const server = connect({ databaseUrl: url.href, poolSize: 1 });
    const name = `lodestone_test_migrations_${process.pid}`;
    await sql`create database ${sql.id(name)}`.execute(server);
    url.pathname = `/${name}`;
    const databases = [1, 2, 3].map(() => connect({ databaseUrl: url.href, poolSize: 2, patient: true }));
    try {
      const applied = await Promise.all(databases.map((db) => migrate(db)));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      expect(await migrate(databases[0]!)).toStrictEqual([]);
    } finally {
      await Promise.all(databases.map((db) => db.destroy()));
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
      await server.destroy();
    }
  });
});
