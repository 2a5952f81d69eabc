import { beforeAll, expect, test } from '@jest/globals';
import { checkSettings, countAudience, toWire } from '@lodestone/core';
import { audienceOf } from '@lodestone/core/campaigns/settings.js';
import fc from 'fast-check';

import type { SubscriberList } from '@lodestone/server/api/generated/contract.js';
import { type Facts, readFacts } from '../../../core/test/recount.ts';
import { type Answer, onEveryDatabase } from '../server.ts';

const EXTREMES = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
const BANDS = { hot: [75, 100], warm: [50, 74], cool: [25, 49], cold: [0, 24] };

/** Every filter, alone and with any of the others, against a plain filter over all subscribers. */
onEveryDatabase((server) => {
  let facts: Facts;

  beforeAll(async () => {
    facts = await readFacts(server.db, server.account.id);
  });

  test('any combination of filters, orders and pages is what a plain filter gives', async () => {
    const tags = [...new Set(facts.subscribers.flatMap((row) => row.tags as string[]))];
    const texts = facts.subscribers.flatMap(
      (row) => [row.email, row.first_name, row.last_name].filter(Boolean) as string[],
    );
    const moments = facts.subscribers.map((row) => row.first_seen_at as Date);
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
    const part = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([text, at, length]) => text.slice(at % text.length, (at % text.length) + length));
    const filters = fc.record({
      status: maybe(fc.constantFrom('all', 'active', 'unsubscribed')),
      temperature: maybe(fc.constantFrom('hot', 'warm', 'cool', 'cold')),
      min_score: maybe(fc.integer({ min: 0, max: 100 })),
      tag: maybe(fc.constantFrom(...tags, ' vip ', 'no such tag')),
      magnet_id: maybe(
        fc.constantFrom(
          ...facts.magnets.map((row) => toWire('mag', row.id)),
          'mag_x',
          'sub_01h455vb4pex5vsknk084sn02q',
        ),
      ),
      search: maybe(
        fc.oneof(
          part,
          part.map((text) => ` ${text.toUpperCase()}  `),
          fc.constantFrom('%', '_', '@', 'a e', 'zzzzz', '.example r', 'example EXAMPLE', 'a@ @p'),
        ),
      ),
      created_after: maybe(fc.constantFrom(...moments, ...EXTREMES)),
      created_before: maybe(fc.constantFrom(...moments, ...EXTREMES)),
      order: maybe(fc.constantFrom('score', 'recent', 'activity')),
      limit: maybe(fc.integer({ min: 1, max: 200 })),
      offset: maybe(fc.integer({ min: 0, max: 1_400 })),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const given = Object.entries(chosen).filter(([, value]) => value !== undefined);
        const query = Object.fromEntries(
          given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value!]),
        );
        const { body } = await server.call('GET /v1/subscribers', {
          query: query as Record<string, string | number>,
        });
        const matching = ordered(
          facts.subscribers.filter((row) => matches(facts, row, chosen)),
          chosen.order ?? 'score',
        );
        const { limit = 50, offset = 0 } = chosen;
        expect(body.total_matching).toBe(matching.length);
        expect(body.data.map((row: { id: string }) => row.id)).toStrictEqual(
          matching.slice(offset, offset + limit).map((row) => toWire('sub', row.id)),
        );
        expect(body.has_more).toBe(matching.length > offset + limit);
        expect(body.next_offset).toBe(body.has_more ? offset + limit : null);
      }),
      { numRuns: 200 },
    );
  });

  for (const order of ['score', 'recent', 'activity']) {
    test(`pages laid side by side hold everybody once, by ${order}`, async () => {
      const seen: string[] = [];
      let offset: number | null = 0;
      while (offset !== null) {
        const { body }: Answer<SubscriberList> = await server.call('GET /v1/subscribers', {
          query: { order, limit: 97, offset },
        });
        seen.push(...body.data.map((row: { id: string }) => row.id));
        offset = body.next_offset;
      }
      expect(seen).toHaveLength(facts.subscribers.length);
      expect(new Set(seen).size).toBe(seen.length);
    });
  }

  test('a campaign’s audience by dates is whom the list shows for them, whole days in India Standard Time', async () => {
    const { first_seen_at } = facts.subscribers[500]!;
    const day = new Date((first_seen_at as Date).getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    for (const query of [
      { created_after: day, created_before: day },
      { created_after: `${day}T04:00+05:30` },
      { created_before: `${day}T23:59:59.9999Z` },
    ]) {
      const listed = await server.call('GET /v1/subscribers', { query: { ...query, status: 'active' } });
      expect(await countAudience(server.account, query)).toBe(listed.body.total_matching);
    }
  });

  test('a campaign’s audience that the list would refuse is refused before anybody is to join', () => {
    for (const audience of [
      { created_after: '2026-02-30' },
      { created_before: '2026-03-01T09:00:00' },
      { tag: ' ' },
      { search: '\t' },
      { search: 'a b c d e f g h i j k' },
    ]) {
      const [field] = Object.keys(audience);
      expect(() => checkSettings({ audience })).toThrow(
        expect.objectContaining({ code: 'invalid_parameter', field: `audience.${field}` }),
      );
    }
  });

  test('an audience of an older version with a date that no calendar has is still read, and holds nobody up', () => {
    expect(audienceOf({ created_after: '2026-02-30' }).created_after).toEqual(new Date('2026-03-02T00:00Z'));
  });

  test('a time that was shown finds its own row', async () => {
    const { body } = await server.call('GET /v1/subscribers', { query: { limit: 200 } });
    expect(body.data.length).toBeGreaterThan(0);
    for (const { id, first_seen_at } of body.data.slice(0, 20)) {
      const query = { created_after: first_seen_at, created_before: first_seen_at };
      const found = (await server.call('GET /v1/subscribers', { query })).body;
      expect(found.data.some((row: { id: string }) => row.id === id)).toBeTruthy();
    }
  });
});

type Row = Facts['subscribers'][number];

function matches(facts: Facts, row: Row, wanted: Record<string, any>): boolean {
  const texts = [row.email, row.first_name, row.last_name]
    .filter(Boolean)
    .map((text: string) => text.toLowerCase());
  const words = String(wanted.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const [low, high] = BANDS[wanted.temperature as keyof typeof BANDS] ?? [0, 100];
  return (
    (wanted.status === undefined ||
      wanted.status === 'all' ||
      (wanted.status === 'active') === (row.unsubscribed_at === null)) &&
    row.lead_score >= low! &&
    row.lead_score <= high! &&
    row.lead_score >= (wanted.min_score ?? 0) &&
    (!wanted.tag?.trim() || row.tags.includes(wanted.tag.trim())) &&
    (!wanted.magnet_id ||
      facts.magnet_requests.some(
        (r) => r.subscriber_id === row.id && toWire('mag', r.magnet_id) === wanted.magnet_id,
      )) &&
    words.every((word) => texts.some((text) => text.includes(word.toLowerCase()))) &&
    (!wanted.created_after || row.first_seen_at >= wanted.created_after) &&
    (!wanted.created_before || row.first_seen_at <= wanted.created_before)
  );
}

function ordered(rows: Row[], order: string): Row[] {
  const by = { score: 'lead_score', recent: 'first_seen_at', activity: 'last_activity_at' }[order]!;
  return rows.toSorted((a, b) => Number(b[by]) - Number(a[by]) || (a.id < b.id ? -1 : 1));
}
