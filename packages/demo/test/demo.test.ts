import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { authenticateKey, betterVariant, type Db, reconcile } from '@lodestone/core';
import { type Demo, seedDemo } from '@lodestone/demo';
import { ADDRESS_FORMS, FIRST_NAMES, LAST_NAMES } from '@lodestone/demo/people.js';
import { sql } from 'kysely';

import { afterTest, expectFor, present } from '../../../scripts/jest/support.ts';
import { DATABASES as EMPTY_DATABASES, EMBEDDED, POSTGRES } from '../../core/test/databases.ts';
import { DATABASES } from './databases.ts';

const NOON = new Date('2026-03-11T06:30:00.000Z');

for (const [nth, { name, open, describe }] of DATABASES.entries()) {
  describe(`the demo on ${name}`, () => {
    let db: Db;
    let close: () => Promise<void>;
    let demo: Demo;

    beforeAll(async () => {
      ({ db, close, made: demo } = await open());
    });
    afterAll(() => close());

    const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows;
    const column = async (text: string) =>
      (await rows<{ value: string }>(text)).map(({ value }) => value).toSorted();

    test('holds two accounts, each with a user and a key in every state', async () => {
      expect(demo.seeded).toBe(true);
      expect(demo.accounts.map((account) => account.name)).toStrictEqual([
        'Meridian Growth',
        'Harbor & Pine',
      ]);
      for (const { id, keys } of demo.accounts) {
        const full = await authenticateKey(db, keys.full);
        const readOnly = await authenticateKey(db, keys.read_only);
        if (full.state !== 'valid' || readOnly.state !== 'valid') throw new Error('A key is not valid.');
        expect(full.account_id).toBe(id);
        expect(full.key.scopes).toHaveLength(10);
        expect(readOnly.account_id).toBe(id);
        expect(readOnly.key.scopes.filter((scope) => !scope.endsWith(':read'))).toStrictEqual([]);
        expect((await authenticateKey(db, keys.expired)).state).toBe('expired');
        expect((await authenticateKey(db, keys.revoked)).state).toBe('revoked');
      }
      expect(
        await rows(`select a.name from accounts a join users u on u.account_id = a.id order by a.created_at`),
      ).toStrictEqual([{ name: 'Meridian Growth' }, { name: 'Harbor & Pine' }]);
    });

    test('lets the accounts share people, who look different to each', async () => {
      const shared = await rows<{ differs: boolean }>(`
        select one.first_seen_at <> other.first_seen_at and one.id <> other.id as differs
        from subscribers one join subscribers other on other.person_id = one.person_id and other.account_id > one.account_id`);
      expect(shared.length).toBeGreaterThan(50);
      expect(shared.every(({ differs }) => differs)).toBe(true);
    });

    test('has figures that are the sums of its facts', async () => {
      expect(await reconcile(db)).toStrictEqual([]);
    });

    test('has every state that the model knows', async () => {
      const states = {
        magnets: ['status', 'archived', 'draft', 'private', 'public'],
        magnet_test_sends: ['status', 'failed', 'succeeded'],
        subscribers: ['status', 'active', 'unsubscribed'],
        deliveries: ['status', 'bounced', 'cancelled', 'delivered', 'failed', 'queued', 'sent'],
        campaigns: ['status', 'active', 'bounced', 'completed', 'draft', 'paused', 'scheduled', 'stalled'],
        enrollments: ['status', 'active', 'bounced', 'completed', 'stopped'],
        campaign_sends: ['status', 'bounced', 'cancelled', 'failed', 'queued', 'sent'],
        email_accounts: ['status', 'active', 'disconnected', 'paused'],
        job_runs: ['status', 'failed', 'partial', 'running', 'succeeded'],
      };
      for (const [table, [of, ...all]] of Object.entries(states)) {
        expectFor(table, await column(`select distinct ${of} as value from ${table}`)).toStrictEqual(all);
      }
      expect(await column(`select distinct reply_intent as value from enrollments`)).toStrictEqual([
        'interested',
        'meeting_booked',
        'meeting_completed',
        'no_reply',
        'not_interested',
        'out_of_office',
        'replied',
        'unsubscribed',
        'won',
      ]);
      expect(
        await column(`select distinct stop_reason as value from enrollments where stop_reason is not null`),
      ).toStrictEqual(['manual', 'replied', 'unsubscribed']);
      expect(
        await column(`select distinct paused_by as value from campaigns where paused_by is not null`),
      ).toStrictEqual(['api', 'application', 'system']);
      expect(
        await column(
          `select distinct system_pause_reason as value from email_accounts where system_pause_reason is not null`,
        ),
      ).toStrictEqual(['bounces', 'deliverability']);
      expect(await column(`select distinct warmup_state as value from email_accounts`)).toStrictEqual([
        'complete',
        'off',
        'warming',
      ]);
      for (const check of ['spf', 'dkim', 'dmarc']) {
        expectFor(check, await column(`select distinct ${check} as value from email_accounts`)).toStrictEqual(
          ['fail', 'pass', 'unknown'],
        );
      }
      expect(
        await column(
          `select distinct case when lead_score >= 75 then 'hot' when lead_score >= 50 then 'warm' when lead_score >= 25 then 'cool' else 'cold' end as value from subscribers`,
        ),
      ).toStrictEqual(['cold', 'cool', 'hot', 'warm']);
    });

    // Each query names a case and finds at least one row of it.
    const cases: Record<string, string> = {
      'a draft magnet without a test send': `select from magnets m where status = 'draft' and not exists (select from magnet_test_sends t where t.magnet_id = m.id)`,
      'a draft magnet whose test sends all failed': `select from magnets m where status = 'draft' and 'failed' = all (select t.status from magnet_test_sends t where t.magnet_id = m.id) and exists (select from magnet_test_sends t where t.magnet_id = m.id)`,
      'a tested draft magnet that waits to be published': `select from magnets m join magnet_test_sends t on t.magnet_id = m.id where m.status = 'draft' and t.status = 'succeeded'`,
      'an archived magnet with history': `select from magnets m join deliveries d on d.magnet_id = m.id where m.status = 'archived' and d.opened_at is not null`,
      'a public magnet that nobody asked for': `select from magnets m where status = 'public' and not exists (select from magnet_requests r where r.magnet_id = m.id)`,
      'a magnet asked for again by the same subscriber': `select from deliveries group by subscriber_id, magnet_id having count(*) > 1`,
      'a delivery clicked at the moment of its open': `select from deliveries where clicked_at = opened_at`,
      'a delivery that bounced before it left': `select from deliveries where bounced_at is not null and sent_at is null`,
      'a delivery opened days after it was sent': `select from deliveries where opened_at > sent_at + interval '5 days'`,
      'a campaign without leads': `select from campaigns c where not exists (select from enrollments e where e.campaign_id = c.id)`,
      'a campaign without steps': `select from campaigns c where not exists (select from campaign_steps s where s.campaign_id = c.id)`,
      'a pause without a reason': `select from campaigns where paused_by in ('api', 'application') and pause_reason is null`,
      'a system pause with its reason': `select from campaigns where paused_by = 'system' and pause_reason is not null`,
      'a sequence of four steps': `select from campaign_steps where step = 4`,
      'a step with two variants': `select from step_variants group by campaign_id, step having count(*) = 2`,
      'an empty reply': `select from inbox_messages where enrollment_id is not null and body = ''`,
      'a reply of white space alone': `select from inbox_messages where body <> '' and body !~ '\\S'`,
      'a conversion without a reply': `select from enrollments where converted_at is not null and first_reply_at is null and classified_at is null`,
      'a conversion without a value': `select from conversions where value_micros is null`,
      'an outcome without a text': `select from enrollments where classified_at is not null and first_reply_at is null`,
      'a text that awaits classification': `select from enrollments where reply_intent = 'replied' and first_reply_at is not null`,
      'a placeholder without a text': `select from enrollments where reply_intent = 'replied' and first_reply_at is null`,
      'a text nobody has looked at': `select from enrollments where reply_intent = 'no_reply' and first_reply_at is not null`,
      'a reply before the first send': `select from enrollments where replied_at is not null and replied_step is null`,
      'a reply to a later step': `select from enrollments where replied_step > 2`,
      'a mail that belongs to no campaign': `select from inbox_messages where campaign_id is null`,
      'a mail without a subject': `select from inbox_messages where subject is null`,
      'a subscriber without a name': `select from subscribers where first_name is null and last_name is null`,
      'a subscriber with fifty tags': `select from subscribers where cardinality(tags) = 50`,
      'a tag of sixty code points': `select from subscribers where length(tags[1]) = 60 and octet_length(tags[1]) = 60`,
      'an address with a plus': `select from subscribers where email = 'user+tag@edge.example'`,
      'a per cent sign and an underscore in names': `select from subscribers where first_name like '%\\%%' and last_name like '%\\_%'`,
      'a name from right to left': `select from subscribers where first_name = 'محمد'`,
      'an emoji in a name': `select from subscribers where first_name like '👩%'`,
      'markup in a name': `select from subscribers where first_name like '%<script>%'`,
      'an opt-out with history': `select from subscribers where status = 'unsubscribed' and sent > 0`,
      'an opt-out without history': `select from subscribers where status = 'unsubscribed' and requests = 0 and sent = 0`,
      'an open at the last millisecond of an IST day': `select from deliveries where opened_at::text ~ '23:59:59.999' or (opened_at at time zone 'UTC')::time = '18:29:59.999'`,
      'an open at the first millisecond of an IST day': `select from deliveries where (opened_at at time zone 'UTC')::time = '18:30:00'`,
      'an inbox that sent today all it may': `
        select from email_accounts a join campaign_sends s on s.email_account_id = a.id
        where a.status = 'active' and a.system_paused_at is null and s.status = 'sent' and ist_day(s.sent_at) = (select ist_day(max(sent_at)) from campaign_sends)
        group by a.id, a.daily_capacity having count(*) = a.daily_capacity`,
      'a pause of an inbox for its domain that says what was found': `
        select from system_pauses p join email_accounts a on a.id = p.of_id and a.system_paused_at = p.paused_at
        where p.cause = 'domain' and p.lifted_at is null and a.dns_found is not null`,
      'a stalled campaign whose one inbox is paused': `
        select from campaigns c join system_pauses p on p.of_id = c.id and p.cause = 'no_inbox' and p.lifted_at is null
        join campaign_inboxes i on i.campaign_id = c.id join email_accounts a on a.id = i.email_account_id
        where c.status = 'stalled' and a.system_paused_at < c.paused_at`,
      'an inbox that the system paused while its owner had too': `select from email_accounts where status = 'paused' and system_pause_reason is not null`,
    };
    for (const [what, query] of Object.entries(cases)) {
      test(`has ${what}`, async () => {
        const [{ found } = { found: false }] = await rows<{ found: boolean }>(
          `select exists (${query}) as found`,
        );
        expect(found).toBe(true);
      });
    }

    // Each query names a contradiction and finds none.
    const contradictions: Record<string, string> = {
      'a public magnet without a successful test send': `select title from magnets m where status = 'public' and not exists (select from magnet_test_sends t where t.magnet_id = m.id and t.status = 'succeeded')`,
      'anything queued for somebody who opted out': `
        select s.email from subscribers s join deliveries d on d.subscriber_id = s.id where s.status = 'unsubscribed' and d.status = 'queued'
        union all
        select s.email from subscribers s join enrollments e on e.subscriber_id = s.id left join campaign_sends c on c.enrollment_id = e.id
        where s.status = 'unsubscribed' and (e.status = 'active' or c.status = 'queued')`,
      'a send after an opt-out': `
        select s.email from subscribers s join deliveries d on d.subscriber_id = s.id where d.requested_at > s.unsubscribed_at
        union all
        select s.email from subscribers s join enrollments e on e.subscriber_id = s.id join campaign_sends c on c.enrollment_id = e.id where c.sent_at > s.unsubscribed_at`,
      'a completed campaign with leads under way': `select c.name from campaigns c join enrollments e on e.campaign_id = c.id where c.status = 'completed' and e.status = 'active'`,
      'a campaign that sent while it was paused': `select c.name from campaigns c join campaign_sends s on s.campaign_id = c.id where s.sent_at > c.paused_at`,
      'a send of a campaign that never started': `select c.name from campaigns c join campaign_sends s on s.campaign_id = c.id where c.started_at is null and s.sent_at is not null`,
      'a request for a magnet that was not there yet': `select m.title from magnets m join magnet_requests r on r.magnet_id = m.id where r.requested_at < m.created_at`,
      "an id that is not a UUIDv7 of its row's time": Object.entries({
        subscribers: 'first_seen_at',
        deliveries: 'requested_at',
        enrollments: 'enrolled_at',
        campaign_sends: 'queued_at',
        inbox_messages: 'received_at',
        ai_calls: 'called_at',
        job_runs: 'started_at',
        magnets: 'created_at',
        campaigns: 'created_at',
      })
        .map(
          ([table, at]) => `select '${table}' || id from ${table}
          where id::text !~ '^.{14}7.{3}-[89ab]'
            or left(replace(id::text, '-', ''), 12) <> lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`,
        )
        .join(' union all '),
    };
    for (const [what, query] of Object.entries(contradictions)) {
      test(`has not ${what}`, async () => {
        expect(await rows(`${query} limit 5`)).toStrictEqual([]);
      });
    }

    test('has a step with a variant that is better than chance explains', async () => {
      const steps = await rows<{ sent: number; replied: number; at: string }>(`
        select s.campaign_id || ' ' || s.step as at, count(*)::int as sent,
          (count(*) filter (where e.replied_variant_id = s.variant_id))::int as replied
        from campaign_sends s join enrollments e on e.id = s.enrollment_id
        where s.status = 'sent' group by s.campaign_id, s.step, s.variant_id`);
      const better = Object.values(Object.groupBy(steps, ({ at }) => at)).map((variants) =>
        betterVariant(variants ?? []),
      );
      expect(better.filter((variant) => variant !== null)).not.toHaveLength(0);
    });

    test('tells of nothing that is yet to happen', async () => {
      const moments = await rows<{ table: string; column: string }>(`
        select c.table_name as table, c.column_name as column
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
          and column_name not in ('scheduled_for', 'expires_at', 'due_at')`);
      expect(moments.length).toBeGreaterThan(40);
      for (const { table, column } of moments) {
        expectFor(
          `${table}.${column}`,
          await rows(`select ${column} as at from ${table} where ${column} > now() limit 1`),
        ).toStrictEqual([]);
      }
    });

    test('is left as it is by a second seeding', async () => {
      const again = await seedDemo(db, { scale: 'small' });
      expect(again).toStrictEqual({ seeded: false, accounts: [] });
      expect(await rows(`select count(*) as accounts from accounts`)).toStrictEqual([{ accounts: 2 }]);
      present(demo.accounts[0]);
      expect((await authenticateKey(db, demo.accounts[0].keys.full)).state).toBe('valid');
    });

    test('leaves every key, index, link and trigger as the migrations made them', async () => {
      const empty = await EMPTY_DATABASES[nth]!.open();
      afterTest(empty.close);
      expect(await schemaOf(db)).toStrictEqual(await schemaOf(empty.db));
    });
  });
}

test('the same moment gives the same demo on every database, told part by part, but never the same keys', async () => {
  const seedings = [];
  for (const { open } of [EMBEDDED, POSTGRES.isThere ? POSTGRES : EMBEDDED]) {
    const { db, close } = await open();
    afterTest(close);
    const told: { done: number; total: number }[] = [];
    const onProgress = (done: number, total: number) => void told.push({ done, total });
    const { accounts } = await seedDemo(db, { scale: 'small', now: NOON, onProgress });
    expect(told.map(({ done }) => done)).toStrictEqual(told.map((_, part) => part));
    expect(told.every(({ total }) => total === told.length - 1)).toBe(true);
    seedings.push({ accounts, contents: await contentsOf(db) });
  }
  const [one, other] = seedings;
  present(one);
  present(other);
  expect(one.contents).toStrictEqual(other.contents);
  const tokens = seedings.flatMap(({ accounts }) => accounts.flatMap(({ keys }) => Object.values(keys)));
  expect(new Set(tokens).size).toBe(16);
});

test('no two people of the demo can have the same address', () => {
  const addresses = FIRST_NAMES.flatMap((first) =>
    LAST_NAMES.flatMap((last) =>
      ADDRESS_FORMS.map((form) =>
        form
          .split(' || ')
          .map((part) => ({ first, last })[part] ?? part.slice(1, -1))
          .join('')
          .toLowerCase(),
      ),
    ),
  );
  expect(addresses).toHaveLength(2 ** 15);
  expect(new Set(addresses).size).toBe(addresses.length);
});

/** Definitions of all constraints and indexes, and the triggers with their state. */
async function schemaOf(db: Db): Promise<unknown> {
  const { rows } = await sql`
    select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = current_schema()
    union all
    select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows;
}

/** A digest of every table, less what is secret. */
async function contentsOf(db: Db): Promise<unknown> {
  await sql`set time zone 'UTC'`.execute(db);
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name <> 'secrets'
    order by 1`.execute(db);
  const contents: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select count(*) as rows, md5(coalesce(string_agg(row, '' order by row collate "C"), '')) as digest
      from (select (to_jsonb(t) - 'token_hash' - 'hint')::text as row from ${sql.table(name)} as t) as listed`.execute(
      db,
    );
    contents[name] = rows[0];
  }
  return contents;
}
