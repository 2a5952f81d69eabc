import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { needing } from '../../../scripts/jest/needs.ts';
import { afterTest } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { install, type Installed } from './installed.ts';

let server: TestServer;
let lodestone: Installed;

beforeAll(async () => {
  server = await startServer();
  lodestone = install(() => ({ LODESTONE_API_KEY: server.keys.full, LODESTONE_BASE_URL: server.baseUrl }));
});
afterAll(async () => {
  lodestone?.remove();
  await server?.close();
});

/** An agent that has started the packed command. */
async function agent(args: string[], { key = server.keys.full, modern = true } = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    modern ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(lodestone.folder, 'node_modules/@lodestone/cli/bundle/main.js'), 'mcp', ...args],
    env: { LODESTONE_API_KEY: key, LODESTONE_BASE_URL: server.baseUrl },
    stderr: 'pipe',
  });
  await client.connect(transport, { timeout: 240_000 });
  afterTest(() => client.close());
  return client;
}

for (const modern of [true, false]) {
  test(`an agent that speaks ${modern ? 'the present' : 'an earlier'} revision starts it, and reads the account`, async () => {
    const client = await agent([], { modern });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const { structuredContent } = await client.callTool({ name: 'get_me', arguments: {} });
    expect((structuredContent as any).account).toStrictEqual((await server.call('GET /v1/me')).body.account);
  });
}

test('tools that change something are there when they are allowed, and the key may', async () => {
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names(await agent(['--allow-writes']))).toContain('pause_campaign');
  expect(await names(await agent(['--allow-writes'], { key: server.keys.read_only }))).not.toContain(
    'pause_campaign',
  );
});

const inspector = process.env['PATH']
  ?.split(delimiter)
  .some((folder) => existsSync(join(folder, 'mcp-inspector')));

needing('mcp-inspector', inspector === true).test(
  'the inspector of the protocol lists its tools and calls one',
  async () => {
    const inspect = async (...args: string[]) => {
      const { stdout, stderr } = await lodestone.program('mcp-inspector', [
        '--cli',
        '-e',
        `LODESTONE_API_KEY=${server.keys.full}`,
        '-e',
        `LODESTONE_BASE_URL=${server.baseUrl}`,
        ...args,
        join(lodestone.folder, 'node_modules/.bin/lodestone'),
        'mcp',
      ]);
      return JSON.parse(stdout || stderr);
    };
    expect((await inspect('--method', 'tools/list')).tools.map(({ name }: any) => name)).toContain(
      'list_subscribers',
    );
    expect(
      (await inspect('--method', 'tools/call', '--tool-name', 'get_me')).structuredContent.account.id,
    ).toMatch(/^acc_/);
  },
);

test('it says why it cannot start, and ends when its agent hangs up', async () => {
  const wrong = await lodestone.run(['mcp'], { env: { LODESTONE_API_KEY: 'lodestone_live_no' } });
  expect([wrong.status, wrong.stdout]).toStrictEqual([3, '']);
  expect(wrong.stderr).toContain('invalid_key');
  const left = await lodestone.run(['mcp'], { input: '' });
  expect([left.status, left.stdout]).toStrictEqual([0, '']);
});
