import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listOutbox, readBranding, subscriberLink } from '@lodestone/core';
import { type Job, JOBS, startJobs } from '@lodestone/jobs';
import { pino } from 'pino';

import { judgeStatements } from '../../../../scripts/tenancy/judged.ts';
import { recordStatements } from '../../../../scripts/tenancy/recorded.ts';
import { signedIn } from '../browser.ts';
import { campaign, find } from '../find.ts';
import { hiddenIn, visit } from '../pages/forms.ts';
import { startServer, type TestServer } from '../server.ts';

import { ownCalls } from './calls.ts';

describe('The statements of the service', () => {
  let server: TestServer;
  let sent: Map<string, string>;

  beforeAll(async () => {
    server = await startServer();
    sent = recordStatements();
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

  test('each is tied to the account whose rows it reads or writes, but for those that look for accounts', async () => {
    expect(await judgeStatements(sent)).toStrictEqual([]);
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
