import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { onEveryDatabase, type TestServer } from '../server.ts';
import { callsOf, idsOf, ownCalls } from './calls.ts';

/** Planted in everything of the other account that is text. No answer to the first account may hold it. */
const CANARY = 'kanarienvogel';

onEveryDatabase((server) => {
  let own: Record<string, string[]>;
  let foreign: Record<string, string[]>;

  beforeAll(async () => {
    await plant(server);
    own = await idsOf(server, server.keys.full);
    foreign = await idsOf(server, server.other.keys.full);
  });

  test('the canary sings in the other account, so that its silence here means something', async () => {
    const loud = [];
    for (const { operation, line } of await ownCalls(server, server.other.keys.full)) {
      if (operation.method !== 'get') continue;
      const { text } = await server.call(line, { key: server.other.keys.full });
      if (text.includes(CANARY)) loud.push(operation.id);
    }
    for (const id of [
      'getMe',
      'getUsage',
      'listActivity',
      'listEmailAccounts',
      'listMagnets',
      'getMagnet',
      'listSubscribers',
    ]) {
      expectFor(id, loud).toContain(id as never);
    }
    for (const id of [
      'getSubscriber',
      'listCampaigns',
      'getCampaignMetrics',
      'getUnibox',
      'getConversation',
    ]) {
      expectFor(id, loud).toContain(id as never);
    }
  });

  test('no byte of the other account is in any answer, with any range, filter, search or page', async () => {
    const strange = new Set(Object.values(foreign).flat());
    const quiet = (line: string, text: string) => {
      expectFor(line, text).not.toContain(CANARY);
      for (const id of text.match(/[a-z]{3}_[0-9a-z]{26}/g) ?? [])
        expectFor(`${line}: ${id}`, strange.has(id)).toBe(false);
    };
    const lines = (await ownCalls(server))
      .filter(({ operation }) => operation.method === 'get')
      .map(({ line }) => line);
    for (const path of ['/v1/magnets', '/v1/campaigns', '/v1/subscribers', '/v1/activity']) {
      for (const query of ['limit=200', 'limit=200&offset=100', 'offset=10000'])
        lines.push(`GET ${path}?${query}`);
    }
    for (const range of ['7d', '30d', '90d', 'all']) lines.push(`GET /v1/dashboard?range=${range}&scope=all`);
    for (const range of ['7d', '1m', '3m', 'all']) lines.push(`GET /v1/usage?range=${range}`);
    const filters = [
      `search=${CANARY}`,
      `tag=${CANARY}`,
      `magnet_id=${foreign['mag']![0]}`,
      'search=example',
      'order=recent',
      'order=activity',
    ];
    for (const filter of filters) lines.push(`GET /v1/subscribers?limit=200&${filter}`);
    lines.push(`GET /v1/activity?job=${CANARY}`);
    for (const line of lines) quiet(line, (await server.call(line)).text);
  });

  test("its words, tags, magnets and jobs match nothing, as if they didn't exist", async () => {
    for (const [theirs, nobodys] of [
      [`search=${CANARY}`, 'search=zzzzzzzz'],
      [`tag=${CANARY}`, 'tag=zzzzzzzz'],
      [`magnet_id=${foreign['mag']![0]}`, 'magnet_id=mag_01jngkz5g07n8t2r4c6w9y1qxe'],
    ]) {
      const found = await server.call(`GET /v1/subscribers?${theirs}`);
      expect(found.text).toBe((await server.call(`GET /v1/subscribers?${nobodys}`)).text);
      expect(found.body.total_matching).toBe(0);
    }
  });

  test('its ids are answered on every operation as absent ones are, byte by byte', async () => {
    for (const { operation, line, body } of callsOf((kind) => foreign[kind]?.[0] ?? '')) {
      if (!operation.route.includes(':')) continue;
      const absentLine = line.replace(
        /[a-z]{3}_\w{26}/,
        (id) => `${id.slice(0, 4)}01jngkz5g07n8t2r4c6w9y1qxe`,
      );
      const theirs = await server.call(line, { body });
      const nobodys = await server.call(absentLine, { body });
      expectFor(line, theirs.status).toBe(404);
      expectFor(line, theirs.text).toBe(nobodys.text);
    }
  });

  test('what one account writes about a shared person changes nothing that the other reads', async () => {
    const { body: mine } = await server.call('GET /v1/subscribers', { query: { limit: 200 } });
    const { body: theirs } = await server.call('GET /v1/subscribers', {
      key: server.other.keys.full,
      query: { limit: 200 },
    });
    const shared = mine.data.find(
      ({ email, status }) => status === 'active' && theirs.data.some((row) => row.email === email),
    );
    // The accounts share a person.
    expect(shared).toBeTruthy();
    const calls = await ownCalls(server, server.other.keys.full);
    const reads = [
      ...calls.filter(({ operation }) => operation.method === 'get').map(({ line }) => line),
      ...theirs.data.slice(0, 20).map(({ id }) => `GET /v1/subscribers/${id}`),
    ];
    const readAll = async () => {
      const texts = [];
      for (const line of reads) {
        const { body } = await server.call(line, { key: server.other.keys.full });
        // The time of the key's own last use moves with the reading.
        texts.push(JSON.stringify(body, (name, value: unknown) => (name === 'last_used_at' ? null : value)));
      }
      return texts;
    };
    const earlier = await readAll();
    await server.call(`PATCH /v1/subscribers/${shared!.id}`, {
      body: { tags: ['mine'], first_name: 'Mine', last_name: 'Mine' },
    });
    await server.call(`POST /v1/subscribers/${shared!.id}/unsubscribe`);
    for (const id of own['enr']!.slice(0, 3)) {
      await server.call(`PATCH /v1/unibox/${id}`, { body: { reply_intent: 'won' } });
    }
    for (const id of own['mag']!.slice(0, 3))
      await server.call(`PATCH /v1/magnets/${id}`, { body: { status: 'archived' } });
    for (const id of own['cmp']!)
      await server.call(`POST /v1/campaigns/${id}/pause`, { body: { reason: 'mine' } });
    expect(await readAll()).toStrictEqual(earlier);
  });
});

/** Writes the canary into every text of the other account that the API shows. */
async function plant({ other: { account }, db }: TestServer): Promise<void> {
  await sql`update accounts set name = ${CANARY} where id = ${account.id}`.execute(db);
  const texts: [
    table:
      | 'magnets'
      | 'subscribers'
      | 'campaigns'
      | 'email_accounts'
      | 'inbox_messages'
      | 'job_runs'
      | 'ai_calls'
      | 'step_variants',
    column: string,
  ][] = [
    ['magnets', 'title'],
    ['subscribers', 'first_name'],
    ['campaigns', 'name'],
    ['email_accounts', 'display_name'],
    ['inbox_messages', 'body'],
    ['job_runs', 'job'],
    ['ai_calls', 'model'],
    ['step_variants', 'subject'],
  ];
  for (const [table, column] of texts) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${CANARY} where account_id = ${account.id}`.execute(
      db,
    );
  }
  await sql`update subscribers set tags = array[${CANARY}] where account_id = ${account.id}`.execute(db);
}
