import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listOutbox, readBranding, subscriberLink } from '@lodestone/core';
import { type Job, JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { signedIn } from '../browser.ts';
import { campaign, find } from '../find.ts';
import { hiddenIn, visit } from '../pages/forms.ts';
import { startServer, type TestServer } from '../server.ts';
import { recordStatements, unkeyedTables } from '../statements.ts';
import { ownCalls } from './calls.ts';

/** Files whose statements name no account, and why. All others can be sent to the one machine that has the account's rows. */
const EXCEPTIONS: Record<string, string> = {
  'core/keys/authenticate.ts': 'Finds the account of a key.',
  'core/sessions/session.ts': 'Finds the account of a session.',
  'core/capture/open.ts': 'Finds the account of a public address.',
  'core/users/create.ts': 'Finds the first user, when a server starts.',
  'core/mails/due.ts': 'Finds the accounts with emails that are due.',
  'core/sending/accounts.ts': 'Finds the accounts that have steps to send.',
  'core/inbox/accounts.ts': 'Finds the accounts with inboxes to read, and with replies to classify.',
  'core/tracking/uncounted.ts': 'Finds the accounts with opens and clicks to count.',
  'core/deliveries/delivered.ts': 'Finds the accounts whose deliveries count as delivered by now.',
  'core/jobs/workers.ts': 'Finds the accounts with runs whose process is gone.',
  'core/figures/fold.ts': "Brings lanes of every account's counters back into one.",
};

test('a statement is told from one that names its account', async () => {
  const keyed = [
    'select * from (select * from "mails" where account_id = $1) as m where m.id = $2',
    'insert into mails (id, account_id) values ($1, $2) on conflict do nothing',
    'update mails as m set due_at = now() from campaigns as c where c.account_id = $1 and m.account_id = c.account_id',
    'select 1 from magnets m join deliveries d using (account_id) where m.account_id = $1::uuid',
    'with x as (delete from outbox where account_id = $1 returning 1) select * from x',
    'select * from people where email = $1',
  ];
  for (const text of keyed) expectFor(text, await unkeyedTables(text)).toStrictEqual([]);
  const not: [string, string[]][] = [
    ['select * from mails where id = $1', ['mails']],
    ['select * from mails where account_id = any($1)', ['mails']],
    ['select * from mails where account_id = $1 or id = $2', ['mails']],
    ['insert into mails (id) values ($1)', ['mails']],
    ['select 1 from magnets m join deliveries d on d.account_id = m.account_id', ['magnets', 'deliveries']],
    ['select 1 from magnets m, deliveries d where m.account_id = $1 and d.magnet_id = m.id', ['deliveries']],
    ['select (select count(*) from outbox) from mails where account_id = $1', ['outbox']],
    ['select 1 from mails where account_id = $1 union select 1 from outbox', ['outbox']],
    ['delete from mails', ['mails']],
  ];
  for (const [text, tables] of not) expectFor(text, await unkeyedTables(text)).toStrictEqual(tables);
});

describe('The statements of the service', () => {
  let server: TestServer;
  let sent: Map<string, string>;

  beforeAll(async () => {
    server = await startServer();
    sent = recordStatements(server.db);
    const cookie = await signedIn(server);
    for (const { line, body } of await ownCalls(server)) await server.call(line as 'GET /v1/me', { body });
    for (const query of [
      'search=a&tag=newsletter',
      'order=recent&min_score=20',
      'order=activity&offset=100',
      'status=unsubscribed',
    ])
      await server.call('GET /v1/subscribers', { query });
    await capture(server);
    await openPages(server, cookie);
    await change(server, cookie);
    await runJobs(server);
    await server.settled();
  });
  afterAll(() => server?.close());

  test('each names the account whose rows it reads or writes, but for those that look for accounts', async () => {
    const unkeyed = new Map<string, string[]>();
    for (const [text, sender] of sent) {
      const tables = await unkeyedTables(text);
      if (tables.length > 0) unkeyed.set(sender, [...(unkeyed.get(sender) ?? []), text]);
    }
    for (const [sender, texts] of unkeyed)
      expectFor(texts.join('\n\n'), Object.keys(EXCEPTIONS)).toContain(sender);
    // And no exception stands for nothing.
    expect(Object.keys(EXCEPTIONS).toSorted()).toStrictEqual([...unkeyed.keys()].toSorted());
    expect(sent.size).toBeGreaterThan(150);
  });
});

/** What a visitor does: asks for a magnet, opens what leads on from there, opts out. */
async function capture(server: TestServer): Promise<void> {
  const magnet = await find(server, '/v1/magnets', (row) => row.status === 'public');
  const { slug } = await readBranding(server.account);
  const page = `/p/${slug}/${magnet.slug}`;
  const form = { ...hiddenIn((await visit(server, page)).html), email: 'lee@people.example' };
  await visit(server, page, { form });
  const { data } = await listOutbox(server.account, { limit: 20, offset: 0 });
  const links = JSON.stringify(data).match(/\/[cdlou]\/[\w.-]+/g) ?? [];
  for (const link of new Set(links)) await visit(server, link);
  const link = await subscriberLink(server.account, await find(server, '/v1/subscribers'));
  await visit(server, `/preferences?link=${link}`);
}

/** One page of each kind that an owner can reach by links. */
async function openPages(server: TestServer, cookie: string): Promise<void> {
  const opened = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const kind = path.replace(/\?.*/s, '').replaceAll(/\b[a-z]{3}_\w{20,}/g, ':id');
    if (opened.has(kind) || /sign-out|\/docs|\/assets/.test(kind)) continue;
    opened.add(kind);
    const { html } = await visit(server, path.replaceAll('&amp;', '&'), { cookie });
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)"/g)) waiting.push(href);
  }
  expect(opened.size).toBeGreaterThan(30);
}

/** Some of what an owner changes. */
async function change(server: TestServer, cookie: string): Promise<void> {
  const post = (path: string, form: Record<string, string>) => visit(server, path, { cookie, form });
  const { id } = await campaign(server, 'active');
  await post('/magnets', { title: 'New', slug: 'new', kind: 'guide', description: 'x', opt_in: 'double' });
  await post('/campaigns', { name: 'New' });
  await post(`/campaigns/${id}/pause`, { reason: 'x' });
  await post('/suppressions', { list: 'rival.example' });
  await post('/settings/branding', { brand_name: 'Acme' });
}

/** Every job has a turn. */
async function runJobs(server: TestServer): Promise<void> {
  const ran = new Set<string>();
  const jobs = JOBS.map((job): Job => ({
    ...job,
    schedule: { every: 600_000 },
    run: (context) => job.run(context).finally(() => ran.add(job.name)),
  }));
  const running = await startJobs({
    database: { embedded: server.db },
    settings: {
      publicUrl: 'http://localhost:4400',
      smtpUrl: undefined,
      dnsServers: ['127.0.0.1:9'],
      secretKeys: () => Promise.reject(new Error('No key in this test.')),
    },
    log: pino({ level: 'silent' }),
    jobs,
  });
  while (ran.size < jobs.length) await setTimeout(50);
  await running.stop();
}
