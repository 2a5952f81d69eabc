import { beforeAll, expect, test } from '@jest/globals';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { find } from '../find.ts';
import { absent, pages, refusesStrangers, refusesValues } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

const BAD_MOMENTS = [
  '',
  'now',
  'infinity',
  'today',
  '2026-11-20T10:00:00',
  '2026-11-20%2010:00:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-12-31T23:59:60Z',
  '2026-01-01T00:00:00%2B24:00',
  '2026-01-01T00:00:00+05:30',
  '0000-01-01',
  '0000-06-01T00:00:00Z',
  '0001-01-01T00:00:00%2B00:01',
  '9999-12-31T23:59:59-00:01',
  '9999-12-31T23:59:59.9991Z',
  '%2B10000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '1700000000',
  '20261120T100000Z',
  '2026-02-30',
  '2026-11-20T10Z',
  '2026-11-20T10:00%2B5',
  '%00',
];

onEveryDatabase((server) => {
  let lead: Subscriber;
  beforeAll(async () => {
    lead = await find(
      server,
      '/v1/subscribers',
      ({ tags, first_name }) => tags.length > 1 && first_name !== null,
    );
  });
  const list = async (query: Record<string, string | number> | string) => {
    const { status, body } = await server.call('GET /v1/subscribers', { query });
    expectFor(JSON.stringify(query), status).toBe(200);
    return body;
  };

  test('200: the highest score first, with the size of the whole set', async () => {
    const body = await list({ limit: 200 });
    const scores = body.data.map((row) => row.lead_score);
    expect(scores).toStrictEqual(scores.toSorted((a: number, b: number) => b - a));
    expect(body.total_matching).toBe((await server.call('GET /v1/me')).body.totals.subscribers);
    expect((await list({ offset: 1_000_000 })).total_matching).toBe(body.total_matching);
  });

  test('200: each order, descending', async () => {
    for (const [order, field] of [
      ['score', 'lead_score'],
      ['recent', 'first_seen_at'],
      ['activity', 'last_activity_at'],
    ] as const) {
      const rows = (await list({ order, limit: 200 })).data.map((row) => row[field]);
      expectFor(order, rows).toStrictEqual(rows.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    }
  });

  test('200: each temperature is its band of the score, and the bands add up', async () => {
    let found = 0;
    for (const [temperature, from, to] of [
      ['hot', 75, 100],
      ['warm', 50, 74],
      ['cool', 25, 49],
      ['cold', 0, 24],
    ] as const) {
      const body = await list({ temperature, limit: 200 });
      expect(
        body.data.every(
          (row) => row.lead_score >= from && row.lead_score <= to && row.temperature === temperature,
        ),
      ).toBeTruthy();
      found += body.total_matching;
    }
    expect(found).toBe((await list({})).total_matching);
  });

  test('200: min_score, status, tag, magnet_id and search narrow down, alone and together', async () => {
    expect(
      (await list({ min_score: 60, limit: 200 })).data.every((row) => row.lead_score >= 60),
    ).toBeTruthy();
    expect((await list({ min_score: 0 })).total_matching).toBe((await list({})).total_matching);
    const out = await list({ status: 'unsubscribed', limit: 200 });
    expect(out.total_matching).toBeGreaterThan(0);
    expect(out.data.every((row) => row.unsubscribed_at !== null)).toBeTruthy();
    expect(out.total_matching + (await list({ status: 'active' })).total_matching).toBe(
      (await list({ status: 'all' })).total_matching,
    );
    const tag = lead.tags[0]!;
    const tagged = await list({ tag: `  ${tag} `, limit: 200 });
    expect(tagged.total_matching).toBeGreaterThan(0);
    expect(tagged.data.every((row) => row.tags.includes(tag))).toBeTruthy();
    const { body: detail } = await server.call(`GET /v1/subscribers/${lead.id}`);
    const magnet_id = detail.requests[0]!.magnet.id;
    const both = await list({
      tag,
      magnet_id,
      search: lead.email,
      status: lead.status,
      min_score: lead.lead_score,
    });
    expect(both.data.map((row) => row.id)).toStrictEqual([lead.id]);
  });

  test('200: search finds each word in the address or a name, whatever its case, and takes signs as they are', async () => {
    const { email, first_name } = lead;
    for (const search of [
      email,
      email.toUpperCase(),
      ` ${email} `,
      `${first_name!.slice(0, 2)} ${email}`,
      email.slice(1, -1),
    ]) {
      expectFor(
        search,
        (await list({ search, limit: 200 })).data.some((row) => row.id === lead.id),
      ).toBeTruthy();
    }
    for (const search of [
      '%%',
      '\\',
      '100%zzz',
      `${email} zzzzqqq`,
      "';drop table",
      'a*b',
      '[a',
      '(a',
      '$1',
      '\u{1F600}',
    ]) {
      expectFor(search, (await list({ search })).data).toStrictEqual([]);
    }
    const underscores = (await list({ search: '_', limit: 200 })).data;
    expect(
      underscores.every((row) => [row.email, row.first_name, row.last_name].join().includes('_')),
    ).toBeTruthy();
  });

  test('200: an address with a plus and reserved signs, raw or encoded', async () => {
    await server.account
      .update('subscribers')
      .set({ first_name: 'x:y/z?@[é]+1' })
      .where('email', '=', lead.email)
      .execute();
    expect((await list({ search: 'x:y/z?@[é]+1' })).total_matching).toBe(1);
    expect((await list('search=x:y/z?@')).total_matching).toBe(1);
    // What stands in a name is not begun there to be ended in the address.
    expect((await list({ search: `@${lead.email.split('@')[1]}` })).total_matching).toBeGreaterThan(0);
    expect((await list({ search: `?@${lead.email.split('@')[1]}` })).total_matching).toBe(0);
  });

  test('200: empty values of search, tag and magnet_id are no filter', async () => {
    const { total_matching } = await list({});
    for (const name of ['search', 'tag', 'magnet_id'])
      expectFor(name, (await list(`${name}=`)).total_matching).toBe(total_matching);
  });

  test('200: an unknown, malformed or foreign magnet_id matches nobody', async () => {
    const foreign = await find(server, '/v1/magnets', undefined, server.other.keys.full);
    for (const magnet_id of [absent('mag'), 'x', absent('sub'), foreign.id, "'", '../..']) {
      expectFor(magnet_id, (await list({ magnet_id })).total_matching).toBe(0);
    }
  });

  test('200: created_after and created_before include the moment itself, in any offset', async () => {
    const at = lead.first_seen_at;
    const inIndia = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
    for (const moment of [at, inIndia, at.toLowerCase()]) {
      const body = await list({ created_after: moment, created_before: moment, search: lead.email });
      expectFor(
        moment,
        body.data.map((row) => row.id),
      ).toStrictEqual([lead.id]);
    }
    // A tenth of a millisecond later is later, although rows have whole milliseconds.
    expect((await list({ created_after: at.replace('Z', '1Z'), search: lead.email })).total_matching).toBe(0);
    expect((await list({ created_before: at.replace('Z', '1Z'), search: lead.email })).total_matching).toBe(
      1,
    );
    for (const last of ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.9990Z']) {
      expectFor(last, (await list({ created_after: last })).total_matching).toBe(0);
      expect((await list({ created_before: last })).total_matching).toBe((await list({})).total_matching);
    }
    expect((await list({ created_before: '0001-01-01T00:00:00Z' })).total_matching).toBe(0);
    const { total_matching } = await list({});
    expect(await list({ created_after: '0001-01-01', created_before: '9999-12-31' })).toMatchObject({
      total_matching,
    });
    expect((await list({ created_after: '2024-02-29T00:00:00Z' })).total_matching).toBe(
      (await list({})).total_matching,
    );
  });

  const path = '/v1/subscribers';
  refusesValues(server, path, 'temperature', ['', 'all', 'HOT', 'lukewarm', 'constructor', '%00']);
  refusesValues(server, path, 'min_score', ['', '-1', '101', '1.5', '0x10', '1e1', '%205', 'high']);
  refusesValues(server, path, 'tag', ['%20', '%20%09', 'x'.repeat(201), '%00', '%ED%A0%80', '%ff', '%']);
  refusesValues(server, path, 'search', [
    '%20%20',
    '%E2%80%83',
    'x'.repeat(501),
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%ff',
    '%C0%80',
  ]);
  refusesValues(server, path, 'magnet_id', ['%00', '%ff']);
  refusesValues(server, path, 'status', ['', 'gone', 'Active', 'active,unsubscribed', '__proto__']);
  refusesValues(server, path, 'created_after', BAD_MOMENTS);
  refusesValues(server, path, 'created_before', BAD_MOMENTS);
  refusesValues(server, path, 'order', [
    '',
    'newest',
    'SCORE',
    'score desc',
    'lead_score;drop',
    'constructor',
  ]);

  test('400: a raw + in a timestamp is told to be written as %2B', async () => {
    const { body } = await server.call('GET /v1/subscribers', {
      query: 'created_after=2026-01-01T00:00:00+05:30',
    });
    expect(body.error.message).toMatch(/%2B/);
  });

  pages(server, path);
  refusesStrangers(server, () => 'GET /v1/subscribers', 'subscribers:read');
});
