import type { AskedList, RowOf } from './contract-types.ts';
import type { TestServer } from './server.ts';

/** The first row of a list that fits, in the account of a key. Fails when there is none. */
export async function find<Path extends AskedList>(
  server: TestServer,
  path: Path,
  fits: (row: RowOf<Path>) => boolean = () => true,
  key: string = server.keys.full,
): Promise<RowOf<Path>> {
  const { body } = await server.call(`GET ${path}`, { key, query: { limit: 200 } });
  const { data } = body as unknown as { data: RowOf<Path>[] };
  const row = data.find(fits);
  if (row === undefined) throw new Error(`${path} holds no such row.`);
  return row;
}

/** The ids of a list's first page. */
export async function idsIn(server: TestServer, path: AskedList, key?: string): Promise<string[]> {
  const { body } = await server.call(`GET ${path}`, { ...(key && { key }) });
  const { data } = body as unknown as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

/** The first campaign of a status. */
export function campaign(
  server: TestServer,
  status: RowOf<'/v1/campaigns'>['status'],
  key?: string,
): Promise<RowOf<'/v1/campaigns'>> {
  return find(server, '/v1/campaigns', (row) => row.status === status, key);
}

/** The id of the conversation with the latest message. */
export async function conversation(server: TestServer, key: string = server.keys.full): Promise<string> {
  const { body } = await server.call('GET /v1/unibox', { key });
  const [latest] = body.latest;
  if (latest === undefined) throw new Error('There is no conversation.');
  return latest.id;
}
