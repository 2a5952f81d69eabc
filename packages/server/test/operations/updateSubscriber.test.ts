import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { find } from '../find.ts';
import { refusesBodies, refusesOtherIds, refusesStrangers } from '../refusals.ts';
import { onEveryDatabase } from '../server.ts';

onEveryDatabase((server) => {
  let lead: any;
  let foreign: any;
  before(async () => {
    lead = await find(server, '/v1/subscribers');
    foreign = await find(server, '/v1/subscribers', undefined, server.other.keys.full);
  });
  const edit = (body: unknown) => server.call(`PATCH /v1/subscribers/${lead.id}`, { body });

  test('200: any subset of the fields; the rest stays; `{}` changes nothing', async () => {
    const { body: whole } = await edit({ tags: ['b', 'a'], first_name: 'Priya', last_name: 'Raman' });
    assert.deepEqual([whole.tags, whole.first_name, whole.last_name], [['a', 'b'], 'Priya', 'Raman']);
    const { body: one } = await edit({ first_name: 'Anaya' });
    assert.deepEqual(one, { ...whole, first_name: 'Anaya' });
    assert.deepEqual((await edit({})).body, one);
    assert.deepEqual((await server.call(`GET /v1/subscribers/${lead.id}`)).body, one);
  });

  test('200: tags replace the whole set, trimmed, without empty and repeated ones', async () => {
    await edit({ tags: ['old'] });
    const { body } = await edit({ tags: [' vip ', 'vip', '', '   ', 'Vip', 'é'] });
    assert.deepEqual(body.tags, ['Vip', 'vip', 'é']);
    assert.deepEqual((await edit({ tags: [] })).body.tags, []);
  });

  test('200: limits hold for what is left: 50 tags of 60 characters, names of 100, counted in code points', async () => {
    const fifty = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    assert.equal((await edit({ tags: [...fifty, ...fifty, ' ', ''] })).body.tags.length, 50);
    assert.deepEqual((await edit({ tags: [` ${'😀'.repeat(60)}  `] })).body.tags, ['😀'.repeat(60)]);
    assert.equal((await edit({ first_name: ` ${'😀'.repeat(100)} ` })).body.first_name, '😀'.repeat(100));
  });

  test('200: an empty name clears it', async () => {
    for (const blank of ['', '   ']) {
      await edit({ first_name: 'Priya', last_name: 'Raman' });
      const { body } = await edit({ first_name: blank, last_name: blank });
      assert.deepEqual([body.first_name, body.last_name], [null, null]);
    }
  });

  test('200: what would be markup or SQL elsewhere comes back as it was sent', async () => {
    const odd = `<b>"Robert'); drop table subscribers;--</b> \u202e %s \\ {{x}}`;
    const { body } = await edit({ first_name: odd, tags: [odd.slice(0, 50).trim()] });
    assert.equal(body.first_name, odd);
    assert.deepEqual(body.tags, [odd.slice(0, 50).trim()]);
  });

  test('400: the message names the field that is at fault', async () => {
    const { body } = await edit({ tags: ['a', 'b', 'c', 'x'.repeat(61)] });
    assert.match(body.error.message, /^tags\[3\] /);
    assert.match((await edit({ last_name: 'x'.repeat(101) })).body.error.message, /^last_name /);
    assert.match((await edit({ tags: ['a', 1] })).body.error.message, /^tags\[1\] /);
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
