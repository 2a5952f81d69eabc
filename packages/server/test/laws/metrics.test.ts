import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { sql } from 'kysely';

import { afterTest, expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, startServer, type TestServer } from '../server.ts';

const TOKEN = 'a-token-that-nobody-guesses';

async function scrape({ origin }: TestServer, authorization = `Bearer ${TOKEN}`) {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What the database was asked for in time; on a busy machine not at once. */
async function answeredSamples(server: TestServer): Promise<Map<string, number>> {
  for (;;) {
    const samples = samplesIn((await scrape(server)).text);
    if (samples.get('lodestone_database_up') === 1) return samples;
    await setTimeout(500);
  }
}

/** Samples by their name with labels, as in `lodestone_inboxes{state="failing"}`. */
function samplesIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^([a-z_0-9]+(?:\{(?:[a-z_]+="[^"\\]*",?)+\})?) (\S+)$/.exec(line) ?? [];
      expectFor(line, name).toBeDefined();
      return [name!, Number(value)];
    }),
  );
}

test('without a token there is no such page', async () => {
  const server = await startServer();
  afterTest(server.close);
  expect((await scrape(server)).status).toBe(404);
});

onEveryDatabase(
  (server) => {
    test('only who sends the token sees them', async () => {
      for (const authorization of [
        '',
        TOKEN,
        `Basic ${TOKEN}`,
        `Bearer ${TOKEN}x`,
        `Bearer ${server.keys.full}`,
      ]) {
        const { status, headers, text } = await scrape(server, authorization);
        expectFor(authorization, status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('Bearer');
        expect(text).not.toContain('lodestone_');
      }
      const { status, headers } = await scrape(server, `bearer ${TOKEN}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test('each sample is in a family that is described once, and the text ends as OpenMetrics asks', async () => {
      const { text } = await scrape(server);
      const families = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
      expect(new Set(families).size).toBe(families.length);
      for (const sample of samplesIn(text).keys()) {
        const [name = ''] = sample.split('{');
        expectFor(
          sample,
          families.some((family) => new RegExp(`^${family}(_total|_bucket|_sum|_count|_info)?$`).test(name)),
        ).toBe(true);
      }
      expect(samplesIn(text).get('process_cpu_seconds_total')).toBeGreaterThan(0);
      expect(text).not.toMatch(/_total_total|^# TYPE \S+_total counter$/m);
      expect(text.endsWith('\n# EOF\n')).toBe(true);
    });

    test('requests are counted under the name of their operation, and nothing that a caller wrote is a label', async () => {
      const count = async (operation: string, status: string) =>
        samplesIn((await scrape(server)).text).get(
          `lodestone_request_duration_seconds_count{operation="${operation}",status="${status}"}`,
        ) ?? 0;
      const [before, missing, refused, agents] = [
        await count('getMe', '2xx'),
        await count('getMagnet', '4xx'),
        await count('api_refused', '4xx'),
        await count('mcp', '4xx'),
      ];
      await server.call('GET /v1/me');
      await server.call('GET /v1/me');
      await fetch(`${server.baseUrl}/v1/magnets/mag_secret`, {
        headers: { authorization: `Bearer ${server.keys.full}` },
      });
      await fetch(`${server.baseUrl}/v1/secret?token=secret`);
      await fetch(`${server.origin}/secret`);
      await fetch(`${server.origin}/p/secret/secret`);
      await fetch(`${server.origin}/mcp?secret`);
      const after = await count('getMe', '2xx');
      expect([
        after,
        await count('getMagnet', '4xx'),
        await count('api_refused', '4xx'),
        await count('mcp', '4xx'),
      ]).toStrictEqual([before + 2, missing + 1, refused + 1, agents + 1]);
      const { text } = await scrape(server);
      expect(text).not.toContain('secret');
      expect(text).not.toContain(server.account.id);
      expect(text).not.toMatch(/@|acc_|mag_/);
    });

    test('the figures of the installation are those of its facts', async () => {
      const { rows } = await sql<Record<string, number>>`
        with today as (select date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as began)
        select
          (select count(*) from deliveries, today where sent_at >= began) as deliveries,
          (select count(*) from campaign_sends, today where status = 'sent' and sent_at >= began) as campaign_sends,
          (select count(*) from campaign_sends, today where bounced_at >= began) as campaign_bounces,
          (select count(*) from mails where state = 'in_doubt') as in_doubt,
          (select count(*) from mails where state = 'claimed') as claimed,
          (select count(*) from mails where state = 'queued' and due_at <= now() and kind = 'delivery') as due,
          (select count(*) from job_runs where status = 'running') as runs`.execute(server.db);
      const facts = rows[0]!;
      const samples = await answeredSamples(server);
      expect(samples.get('lodestone_sends_today{kind="delivery"}')).toBe(facts['deliveries']);
      expect(samples.get('lodestone_sends_today{kind="campaign"}')).toBe(facts['campaign_sends']);
      expect(samples.get('lodestone_bounces_today')).toBe(facts['campaign_bounces']);
      expect(samples.get('lodestone_mails_in_doubt')).toBe(facts['in_doubt']);
      expect(samples.get('lodestone_queue_depth{queue="mails_claimed"}')).toBe(facts['claimed']);
      expect(samples.get('lodestone_queue_depth{queue="mails_delivery"}') ?? 0).toBe(facts['due']);
      expect(samples.get('lodestone_queue_depth{queue="runs"}')).toBe(facts['runs']);
      expect(samples.get('lodestone_database_up')).toBe(1);
      expect(samples.get('lodestone_sending_held')).toBe(0);
      expect(samples.has('lodestone_pool_connections{state="busy"}')).toBe(server.kind === 'PostgreSQL');
    });
  },
  { metricsToken: TOKEN },
);
