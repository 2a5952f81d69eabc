import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { expect, test } from '@jest/globals';

import { afterTest, expectFor } from '../../../scripts/jest/support.ts';
import { onEveryDatabase, startServer } from './server.ts';

/** An agent at `/mcp`. */
async function agentAt(origin: string, key: string, { query = '', modern = true } = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    modern ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp${query}`), { requestInit }));
  afterTest(() => client.close());
  return client;
}

const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]!.text;

onEveryDatabase((server) => {
  for (const modern of [true, false]) {
    test(`an agent that speaks ${modern ? 'the present' : 'an earlier'} revision reads the account of its key`, async () => {
      const agent = await agentAt(server.origin, server.keys.full, { modern });
      const me = JSON.parse(textOf(await agent.callTool({ name: 'get_me', arguments: {} })));
      expect(me.account).toStrictEqual((await server.call('GET /v1/me')).body.account);
      const other = await agentAt(server.origin, server.other.keys.full, { modern });
      expect(JSON.parse(textOf(await other.callTool({ name: 'get_me', arguments: {} }))).account.id).not.toBe(
        me.account.id,
      );
    });
  }

  test('a key gets the tools of its scopes, and those that change something only where the address allows them', async () => {
    const names = async (key: string, query = '') =>
      (await (await agentAt(server.origin, key, { query })).listTools()).tools.map(({ name }) => name);
    expect(await names(server.keys.full)).not.toContain('pause_campaign');
    expect(await names(server.keys.full, '?writes=allow')).toContain('pause_campaign');
    expect(await names(server.keys.read_only, '?writes=allow')).not.toContain('pause_campaign');
  });

  test('an agent that may only read is told how that is changed', async () => {
    const told = async (query: string) =>
      (await agentAt(server.origin, server.keys.full, { query })).getInstructions();
    expect(await told('')).toContain('?writes=allow');
    expect(await told('?writes=allow')).not.toContain('only reads');
  });

  test('a change that an agent makes is a change of its key, and stands in the log', async () => {
    const agent = await agentAt(server.origin, server.keys.full, { query: '?writes=allow' });
    const [subscriber] = (await server.call('GET /v1/subscribers')).body.data;
    const answer = await agent.callTool({
      name: 'update_subscriber',
      arguments: { id: subscriber!.id, add_tags: ['agent'] },
    });
    expectFor(textOf(answer), answer.isError ?? false).toBe(false);
    expect((await server.call(`GET /v1/subscribers/${subscriber!.id}`)).body.tags).toContain('agent');
  });

  test('a conversation that does not exist is told as a resource that was not found', async () => {
    const agent = await agentAt(server.origin, server.keys.full);
    const elsewhere = (await server.call('GET /v1/unibox', { key: server.other.keys.full })).body.latest[0]!
      .id;
    for (const id of [elsewhere, 'enr_none', 'nobody@example.com']) {
      const uri = `lodestone://conversations/${id}`;
      await expect(agent.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    }
  });

  test('nothing is subscribed to, so no connection is held open', async () => {
    const agent = await agentAt(server.origin, server.keys.full);
    await expect(agent.listen({ toolsListChanged: true })).rejects.toThrow();
  });

  test('hostile requests are refused in the envelope or as the protocol does, and none is a failure of the server', async () => {
    const post = async (
      body: string | undefined,
      headers: Record<string, string> = {},
      path = '/mcp',
      method = 'POST',
    ) => {
      const response = await fetch(server.origin + path, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: {
          authorization: `Bearer ${server.keys.full}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      });
      return [response.status, await response.text()] as const;
    };
    const codeOf = async (answer: Promise<readonly [number, string]>) => {
      const [status, text] = await answer;
      return [status, (JSON.parse(text) as { error: { code: string | number } }).error.code];
    };
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect(await codeOf(post(list, { authorization: '' }))).toStrictEqual([401, 'unauthorized']);
    expect(await codeOf(post(list, { authorization: 'Bearer no' }))).toStrictEqual([401, 'invalid_key']);
    expect(await codeOf(post(list, { authorization: `Bearer ${server.keys.revoked}` }))).toStrictEqual([
      401,
      'revoked_key',
    ]);
    expect(await codeOf(post(list, { origin: 'http://evil.example' }))).toStrictEqual([403, 'unauthorized']);
    expect(await codeOf(post(list, { 'sec-fetch-site': 'cross-site' }))).toStrictEqual([403, 'unauthorized']);
    expect(await codeOf(post(undefined, {}, '/mcp', 'GET'))).toStrictEqual([405, 'not_found']);
    expect(await codeOf(post(undefined, {}, '/mcp', 'DELETE'))).toStrictEqual([405, 'not_found']);
    expect(await codeOf(post(list, {}, '/mcp/'))).toStrictEqual([404, 'not_found']);
    expect(await codeOf(post(' '.repeat(200_000)))).toStrictEqual([413, 'invalid_parameter']);
    expect(await codeOf(post(`[${list},${list}]`))).toStrictEqual([400, 'invalid_parameter']);
    for (const body of [
      undefined,
      '',
      '{',
      'null',
      '"x"',
      '{}',
      '\u0000',
      '[',
      `${'['.repeat(40_000)}`,
      '{"jsonrpc":"2.0","id":{},"method":1}',
      '{"jsonrpc":"1.0"}',
    ]) {
      const [status, text] = await post(body);
      expectFor(`${body?.slice(0, 50)}: ${text}`, status).toBe(400);
    }
    for (const [method, params] of [
      ['nope', {}],
      ['tools/call', { name: 'nope' }],
      ['tools/call', { name: 'get_me', arguments: [] }],
      ['tools/call', { name: 'list_subscribers', arguments: { search: '\u0000', limit: 1e99 } }],
      ['tools/call', { name: 'list_subscribers', arguments: { search: '\ud800' } }],
      ['tools/call', { name: 'get_subscriber', arguments: { id: '../../v1/me' } }],
      ['tools/call', { name: 'get_subscriber', arguments: { id: '__proto__' } }],
      ['tools/call', { name: '__proto__', arguments: {} }],
      ['resources/read', { uri: 'file:///etc/passwd' }],
      ['resources/read', { uri: 'lodestone://conversations/..' }],
      ['prompts/get', { name: 'constructor' }],
      ['subscriptions/listen', {}],
    ] as const) {
      const [status, text] = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      expectFor(`${method} ${JSON.stringify(params)}: ${text}`, status).toBeLessThan(500);
      expect(text).toMatch(/"error"|"isError":true/);
    }
  });
});

test("an agent's calls count against the account's quota, and it is told how long to wait", async () => {
  const server = await startServer(undefined, { rateLimit: 8 });
  afterTest(() => server.close());
  const agent = await agentAt(server.origin, server.keys.full);
  const texts: string[] = [];
  for (let call = 0; call < 4; call++) {
    const answer = await agent
      .callTool({ name: 'get_me', arguments: {} })
      .catch((error: Error) => ({ content: [{ text: error.message }] }));
    texts.push(textOf(answer));
  }
  expect(texts[0]).toContain('"account"');
  expect(texts.join('\n')).toMatch(/rate_limited|Over 8 requests/);
  expect((await server.call('GET /v1/me')).status).toBe(429);
});

test('an operator can switch it off', async () => {
  const server = await startServer(undefined, { mcp: false });
  afterTest(() => server.close());
  expect((await fetch(`${server.origin}/mcp`, { method: 'POST' })).status).toBe(404);
});
