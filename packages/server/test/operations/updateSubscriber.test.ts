import { beforeAll, expect, test } from '@jest/globals';
import type { Subscriber } from '@lodestone/server/api/generated/contract.js';
import { find } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let lead: Subscriber;
  let foreign: Subscriber;
  beforeAll(async () => {
    lead = await find(server, '/v1/subscribers');
    foreign = await find(server, '/v1/subscribers', undefined, server.other.keys.full);
  });
  const edit = (body: unknown) => server.call(`PATCH /v1/subscribers/${lead.id}`, { body });

  test('200: any subset of the fields; the rest stays; `{}` changes nothing', async () => {
    const { body: whole } = await edit({ tags: ['b', 'a'], first_name: 'Priya', last_name: 'Raman' });
    expect([whole.tags, whole.first_name, whole.last_name]).toStrictEqual([['a', 'b'], 'Priya', 'Raman']);
    const { body: one } = await edit({ first_name: 'Anaya' });
    expect(one).toStrictEqual({ ...whole, first_name: 'Anaya' });
    expect((await edit({})).body).toStrictEqual(one);
    expect((await server.call(`GET /v1/subscribers/${lead.id}`)).body).toStrictEqual(one);
  });

  test('200: tags replace the whole set, trimmed, without empty and repeated ones', async () => {
    await edit({ tags: ['old'] });
    const { body } = await edit({ tags: [' vip ', 'vip', '', '   ', 'Vip', 'é'] });
    expect(body.tags).toStrictEqual(['Vip', 'vip', 'é']);
    expect((await edit({ tags: [] })).body.tags).toStrictEqual([]);
  });

  test('200: limits hold for what is left: 50 tags of 60 characters, names of 100, counted in code points', async () => {
    const fifty = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    expect((await edit({ tags: [...fifty, ...fifty, ' ', ''] })).body.tags).toHaveLength(50);
    expect((await edit({ tags: [` ${'😀'.repeat(60)}  `] })).body.tags).toStrictEqual(['😀'.repeat(60)]);
    expect((await edit({ first_name: ` ${'😀'.repeat(100)} ` })).body.first_name).toBe('😀'.repeat(100));
  });

  test('200: an empty name clears it', async () => {
    for (const blank of ['', '   ']) {
      await edit({ first_name: 'Priya', last_name: 'Raman' });
      const { body } = await edit({ first_name: blank, last_name: blank });
      expect([body.first_name, body.last_name]).toStrictEqual([null, null]);
    }
  });

  test('200: what would be markup or SQL elsewhere comes back as it was sent', async () => {
    const odd = `<b>"Robert'); drop table subscribers;--</b> \u202e %s \\ {{x}}`;
    const { body } = await edit({ first_name: odd, tags: [odd.slice(0, 50).trim()] });
    expect(body.first_name).toBe(odd);
    expect(body.tags).toStrictEqual([odd.slice(0, 50).trim()]);
  });

  test('400: the message names the field that is at fault', async () => {
    const { body } = await edit({ tags: ['a', 'b', 'c', 'x'.repeat(61)] });
    expect(body.error.message).toMatch(/^tags\[3\] /);
    expect((await edit({ last_name: 'x'.repeat(101) })).body.error.message).toMatch(/^last_name /);
    expect((await edit({ tags: ['a', 1] })).body.error.message).toMatch(/^tags\[1\] /);
  });

  refusesBodies(server, () => `PATCH /v1/subscribers/${lead.id}`, {}, [
    undefined,
    { tags: 'vip' },
    { tags: null },
    { tags: [null] },
    { tags: [1] },
    { tags: ['a', { a: 1 }] },
    { tags: ['x'.repeat(61)] },
    { tags: Array.from({ length: 51 }, (_, at) => `tag ${at}`) },
    { first_name: null },
    { first_name: 1 },
    { first_name: 'x'.repeat(101) },
    { last_name: ['x'] },
    { last_name: '😀'.repeat(101) },
    { email: 'new@example.com' },
    { status: 'active' },
    { unsubscribed_at: null },
    { lead_score: 100 },
    { id: 'x' },
    '{"first_name":"a\\u0000b"}',
    '{"tags":["\\ud800"]}',
    '{"last_name":"\\udc00x"}',
    '{"\\u0000":1}',
  ]);
  refusesOtherIds(
    server,
    'sub',
    (id) => `PATCH /v1/subscribers/${id}`,
    () => foreign.id,
    {},
  );
  refusesStrangers(server, () => `PATCH /v1/subscribers/${lead.id}`, 'subscribers:write', {});
});
