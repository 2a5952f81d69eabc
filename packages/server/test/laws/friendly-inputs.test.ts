import { beforeAll, expect, test } from '@jest/globals';
import { reconcile } from '@lodestone/core';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';

import { aSubscriber } from '../../../core/test/builders.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let lead: Subscriber;
  beforeAll(async () => {
    lead = (await server.call('GET /v1/subscribers?limit=1&offset=40')).body.data[0]!;
  });
  const matching = async (query: Record<string, string>) => {
    const { status, body } = await server.call('GET /v1/subscribers', { query });
    expect([query, status]).toEqual([query, 200]);
    return body.total_matching as number;
  };

  test('a date alone is the whole of that day in IST', async () => {
    const at = Date.parse(lead.first_seen_at);
    const day = new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const next = new Date(at + 29.5 * 3_600_000).toISOString().slice(0, 10);
    const whole = await matching({ created_after: day, created_before: day });
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBe(
      await matching({
        created_after: `${day}T00:00:00.000+05:30`,
        created_before: `${day}T23:59:59.999+05:30`,
      }),
    );
    expect(await matching({ created_after: day })).toBe(whole + (await matching({ created_after: next })));
  });

  test('a time without seconds, and an offset without a colon or minutes, mean what they say', async () => {
    const all = await matching({ created_after: '2025-01-01T00:00:00+05:30' });
    for (const same of [
      '2025-01-01T00:00+05:30',
      '2025-01-01T00:00:00+0530',
      '2024-12-31T18:30Z',
      '2025-01-01',
    ])
      expect(await matching({ created_after: same })).toBe(all);
    expect(await matching({ created_after: '2025-01-01T05:00+05' })).toBe(
      await matching({ created_after: '2025-01-01T00:00Z' }),
    );
  });

  test('white space alone is refused where it would mean everybody, and an empty value is no filter', async () => {
    const all = await matching({});
    for (const name of ['tag', 'search']) {
      expect(await matching({ [name]: '' })).toBe(all);
      for (const blank of [' ', ' \t ', '\u2003']) {
        const { status, body } = await server.call('GET /v1/subscribers', { query: { [name]: blank } });
        expect([status, body.error.param]).toEqual([400, name]);
      }
    }
  });

  test('a search finds a name however its letters were typed, and keeps accents apart', async () => {
    const named = (first_name: string, last_name: string) =>
      server.call(`PATCH /v1/subscribers/${lead.id}`, { body: { first_name, last_name } });
    const found = async (search: string) => (await matching({ search })) > 0;
    await named('Rene\u0301e-Zoë', 'GROẞMEIẞTER');
    for (const search of ['renée-zoe\u0308', 'RENÉE-ZOË', 'Großmeißter', 'grossmeißter', 'GROSSMEISSTER'])
      expect([search, await found(search)]).toStrictEqual([search, true]);
    for (const search of ['renee-zoë', 'gromeister'])
      expect([search, await found(search)]).toStrictEqual([search, false]);
    await named('ΟΔΥΣΣΕΥΣ', 'Μαΐστροσ');
    for (const search of [
      'Οδυσσεύς'.normalize('NFD').replaceAll('\u0301', ''),
      'οδυσσευσ',
      'μαΐστρος'.normalize('NFD'),
    ])
      expect([search, await found(search)]).toStrictEqual([search, true]);
    const email = 'bjo\u0308rn.strauß@maße.example';
    await aSubscriber(server.account, { email });
    for (const search of [
      'björn.strauss',
      'strauss@masse',
      '@maße.example',
      'bjo\u0308rn.strauß@masse.example',
    ])
      expect([search, await found(search)]).toStrictEqual([search, true]);
    expect(await reconcile(server.db)).toStrictEqual([]);
  });

  test('a tag or a name of several lines, or with control characters, is refused by name', async () => {
    const line = `PATCH /v1/subscribers/${lead.id}`;
    for (const text of ['two\nlines', 'tab\tbed', 'bell\u0007', 'para\u2029graph', 'esc\u001b[31m']) {
      for (const [body, field] of [
        [{ tags: ['fine', text] }, 'tags[1]'],
        [{ first_name: text }, 'first_name'],
        [{ last_name: text }, 'last_name'],
      ] as const) {
        const { status, body: answer } = await server.call(line, { body });
        expect(status).toBe(400);
        expect(answer.error.message).toBe(`${field} must be one line of text, without control characters.`);
        expect(answer.error.param).toBeUndefined();
      }
    }
    const { body } = await server.call(line as `PATCH /v1/subscribers/${string}`, {
      body: { tags: ['fine\n', '\tok'], first_name: ' Ann\r\n' },
    });
    expect([body.tags, body.first_name]).toEqual([['fine', 'ok'], 'Ann']);
  });

  test('a name that stands twice in a body is refused, since nobody can know which was meant', async () => {
    const body = '{"first_name":"Ann","first_name":"Bea"}';
    const { status, body: answer } = await server.call(`PATCH /v1/subscribers/${lead.id}`, { body });
    expect(status).toBe(400);
    expect(answer.error.message).toBe("'first_name' must be given once in the body.");
  });
});
