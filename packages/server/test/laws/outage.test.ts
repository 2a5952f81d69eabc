import { expect } from '@jest/globals';
import { connect, listSuppressions } from '@lodestone/core';

import { POSTGRES } from '../../../demo/test/databases.ts';
import { openWay, type Way } from '../../../../scripts/torture/way.ts';
import { signedIn } from '../browser.ts';
import { find } from '../find.ts';
import { visit } from '../pages/forms.ts';
import { onPostgres, startServer, type TestServer } from '../server.ts';

async function behind(work: (server: TestServer, way: Way) => Promise<void>): Promise<void> {
  let way!: Way;
  const server = await startServer(
    POSTGRES,
    {},
    {
      through: async ({ databaseUrl }) => {
        way = await openWay(databaseUrl!, 5432);
        const db = connect({ databaseUrl: way.url });
        return { db, close: () => db.destroy() };
      },
    },
  );
  try {
    await work(server, way);
  } finally {
    await way.close();
    await server.close();
  }
}

async function assertOut(server: TestServer): Promise<void> {
  const lines = [
    'GET /v1/me',
    'GET /v1/subscribers',
    'POST /v1/campaigns/cmp_01jngkz5g07n8t2r4c6w9y1qxe/pause',
  ];
  const answers = await Promise.all(
    [...lines, ...lines, ...lines, ...lines].map((line) => server.call(line, { failing: true })),
  );
  for (const { status, body, headers } of answers) {
    expect(status).toBe(503);
    expect(body.error.code).toBe('internal_error');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
}

async function assertBack(server: TestServer): Promise<void> {
  let status = 0;
  while (status !== 200) {
    ({ status } = await server.call('GET /v1/me', { failing: true }));
  }
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
}

onPostgres.test('503: PostgreSQL is cut off, and back', () =>
  behind(async (server, way) => {
    expect((await server.call('GET /v1/me')).status).toBe(200);
    const during = Promise.all(
      Array.from({ length: 30 }, () => server.call('GET /v1/dashboard?range=all', { failing: true })),
    );
    await way.become('refused');
    for (const { status } of await during) expect([200, 503]).toContain(status);
    await assertOut(server);
    await way.become('open');
    await assertBack(server);
  }),
);

onPostgres.test('503: PostgreSQL takes connections and answers nothing, and thaws', () =>
  behind(async (server, way) => {
    expect((await server.call('GET /v1/me')).status).toBe(200);
    await way.become('frozen');
    await assertOut(server);
    await way.become('open');
    await assertBack(server);
  }),
);

onPostgres.test(
  '503: a COMMIT that is made and not heard of: nobody is told that nothing was changed, and it may be sent again',
  () =>
    behind(async (server, way) => {
      const cookie = await signedIn(server);
      const value = 'unheard@people.example';
      const post = () => visit(server, '/suppressions', { cookie, form: { list: value } });
      const written = async () =>
        (await listSuppressions(server.account, { search: value, limit: 10, offset: 0 })).data.length;
      const { id } = await find(server, '/v1/subscribers', ({ status }) => status === 'active');
      const patch = () =>
        server.call(`PATCH /v1/subscribers/${id}`, { body: { first_name: 'Unheard' }, failing: true });

      await way.become('unheard');
      const page = await post();
      expect(page.status).toBe(503);
      expect(page.html).toContain('may or may not have been made');
      expect(page.html).not.toMatch(/nothing was changed/i);
      expect(await written()).toBe(1);
      const answer = await patch();
      expect(answer.status).toBe(503);
      expect(answer.text).not.toMatch(/nothing was changed/i);

      await way.become('open');
      expect((await post()).status).toBe(303);
      expect(await written()).toBe(1);
      expect((await server.call(`GET /v1/subscribers/${id}`)).body.first_name).toBe('Unheard');
      expect((await patch()).status).toBe(200);
    }),
);
