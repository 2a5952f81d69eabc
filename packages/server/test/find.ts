import assert from 'node:assert/strict';

import type { TestServer } from './server.ts';

/** The first row of a list that fits, in the account of a key. Fails when there is none. */
export async function find(
  server: TestServer,
  path: string,
  fits: (row: any) => boolean = () => true,
  key: string = server.keys.full,
): Promise<any> {
  const { body } = await server.call(`GET ${path}`, { key, query: { limit: 200 } });
  const row = body.data.find(fits);
  assert.ok(row, `${path} holds no such row`);
  return row;
}

/** The same, for a campaign of a status. */
export function campaign(server: TestServer, status: string, key?: string): Promise<any> {
  return find(server, '/v1/campaigns', (row) => row.status === status, key);
}

/** The id of the conversation with the latest message. */
export async function conversation(server: TestServer, key: string = server.keys.full): Promise<string> {
  const { body } = await server.call('GET /v1/unibox', { key });
  return body.latest[0].id;
}
