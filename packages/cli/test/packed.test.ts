import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { createAccount, createKey, forAccount } from '@lodestone/core';

import { needing } from '../../../scripts/jest/needs.ts';
import { afterTest, expectFor } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { OPERATIONS } from '@lodestone/cli/generated/operations.js';
import { type Circumstances, install, type Installed } from './installed.ts';

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

/** What a command prints, as JSON; fails when it does. */
async function answer(args: string[], circumstances?: Circumstances): Promise<any> {
  const { status, stdout, stderr } = await lodestone.run(args, circumstances);
  expectFor(`lodestone ${args.join(' ')}: ${stderr}`, status).toBe(0);
  return JSON.parse(stdout);
}

async function expectExit(
  code: number,
  says: RegExp,
  args: string[],
  circumstances?: Circumstances,
): Promise<void> {
  const { status, stdout, stderr } = await lodestone.run(args, circumstances);
  expectFor(`lodestone ${args.join(' ')}: ${stderr}`, status).toBe(code);
  expect(stderr).toMatch(says);
  expect(stdout).toBe('');
}

test('the tarball holds everything and needs no other package', async () => {
  const folder = join(lodestone.folder, 'node_modules/@lodestone/cli');
  const { dependencies, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect((await lodestone.run(['--version'])).stdout).toBe(`lodestone ${version}\n`);
  expect(existsSync(join(folder, 'src'))).toBe(false);
});

test('nothing but the version is loaded to tell it', () => {
  const folder = join(lodestone.folder, 'node_modules/@lodestone/cli/bundle');
  const loaded = (file: string): number => {
    const text = readFileSync(join(folder, file), 'utf8');
    const parts = [...text.matchAll(/\b(?:from|import)"(\.\/[^"]+)"/g)].map(([, part]) => loaded(part!));
    return parts.reduce((sum, size) => sum + size, text.length);
  };
  expect(loaded('main.js')).toBeLessThan(5_000);
});

test('every read prints what the API answers', async () => {
  const [subscriber] = (await server.call('GET /v1/subscribers')).body.data;
  const [magnet] = (await server.call('GET /v1/magnets')).body.data;
  const [campaign] = (await server.call('GET /v1/campaigns')).body.data;
  const [conversation] = (await server.call('GET /v1/unibox')).body.latest;
  const ids: Record<string, string> = {
    '/v1/subscribers/{id}': subscriber!.id,
    '/v1/magnets/{id}': magnet!.id,
    '/v1/campaigns/{id}/metrics': campaign!.id,
    '/v1/unibox/{enrollmentId}': conversation!.id,
  };
  const reads = OPERATIONS.filter(({ method }) => method === 'GET');
  await Promise.all(
    reads.map(async ({ command, path }) => {
      const id = path.includes('{') ? ids[path] : undefined;
      const printed = await answer([...command.split(' '), ...(id === undefined ? [] : [id])]);
      const { body } = await server.call(`GET ${path.replace(/\{\w+\}/, id ?? '')}`);
      // A key's last use moves on.
      if (command === 'me') printed.api_key.last_used_at = (body as any).api_key.last_used_at;
      expectFor(command, printed).toStrictEqual(body);
    }),
  );
});

test('filters reach the API as flags', async () => {
  const printed = await answer([
    'subscribers',
    'list',
    '--temperature',
    'warm',
    '--min-score',
    '60',
    '--status=active',
    '--limit',
    '3',
    '--order',
    'recent',
  ]);
  const query = { temperature: 'warm', min_score: 60, status: 'active', limit: 3, order: 'recent' };
  expect(printed).toStrictEqual((await server.call('GET /v1/subscribers', { query })).body);
});

test('every write changes what it says', async () => {
  const [magnet] = (await server.call('GET /v1/magnets?status=draft')).body.data;
  expect((await answer(['magnets', 'update', magnet!.id, '--status', 'archived'])).status).toBe('archived');

  const [subscriber] = (await server.call('GET /v1/subscribers?status=active')).body.data;
  const id = subscriber!.id;
  const edited = await answer([
    'subscribers',
    'update',
    id,
    '--tags',
    'b',
    '--tags',
    'a, with a comma',
    '--first-name',
    '',
  ]);
  expect([edited.tags, edited.first_name]).toStrictEqual([['a, with a comma', 'b'], null]);
  expect((await answer(['subscribers', 'update', id, '--tags', ''])).tags).toStrictEqual([]);
  await expectExit(2, /--yes/, ['subscribers', 'unsubscribe', id]);
  expect((await server.call(`GET /v1/subscribers/${id}`)).body.status).toBe('active');
  expect((await answer(['subscribers', 'unsubscribe', id, '--yes'])).changed).toBe(true);

  const [campaign] = (await server.call('GET /v1/campaigns?status=active')).body.data;
  const paused = await answer(['campaigns', 'pause', campaign!.id, '--reason', 'Holidays']);
  expect([paused.status, paused.pause.reason]).toStrictEqual(['paused', 'Holidays']);
  expect((await answer(['campaigns', 'resume', campaign!.id])).status).toBe('active');

  const [conversation] = (await server.call('GET /v1/unibox')).body.latest;
  expect((await answer(['unibox', 'update', conversation!.id, '--reply-intent', 'won'])).reply_intent).toBe(
    'won',
  );
});

test('--all brings every row once, as JSON, as lines, as CSV and as a table', async () => {
  const total = (await server.call('GET /v1/subscribers')).body.total_matching;
  const [whole, lines, csv, table] = await Promise.all([
    answer(['subscribers', 'list', '--all']),
    lodestone.run(['subscribers', 'list', '--all', '--format', 'ndjson', '--fields', 'id,engagement.opened']),
    lodestone.run(['subscribers', 'list', '--all', '--format', 'csv', '--fields', 'id,email']),
    lodestone.run(['subscribers', 'list', '--all', '--format', 'table', '-q']),
  ]);
  const ids = whole.data.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(total);
  expect([whole.has_more, whole.next_offset, whole.total_matching]).toStrictEqual([false, null, total]);
  const rows = lines.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ id }) => id)).toStrictEqual(ids);
  expect(Object.keys(rows[0])).toStrictEqual(['id', 'engagement']);
  expect(
    csv.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')[0]),
  ).toStrictEqual(['id', ...ids]);
  expect(table.stdout.trimEnd().split('\n')).toHaveLength(total + 1);
  expect(table.stderr).toBe('');
});

test('the days of the dashboard come as a CSV file', async () => {
  const { stdout } = await lodestone.run([
    'dashboard',
    '--range',
    '7d',
    '--format',
    'csv',
    '--fields',
    'by_day.date,by_day.sent',
  ]);
  const { by_day } = (await server.call('GET /v1/dashboard?range=7d')).body;
  expect(stdout).toBe(['date,sent', ...by_day.map(({ date, sent }) => `${date},${sent}`), ''].join('\n'));
});

test('a reader that has had enough is no error', async () => {
  const { status, stdout, stderr } = await lodestone.program('bash', [
    '-c',
    'set -o pipefail; lodestone subscribers list --all --format ndjson | head -n 2',
  ]);
  expectFor(stderr, [status, stdout.trimEnd().split('\n').length, stderr]).toStrictEqual([0, 2, '']);
});

test('each class of failure has its exit code, and says what to do', async () => {
  const [bounced] = (await server.call('GET /v1/campaigns?status=bounced')).body.data;
  const [draft] = (await server.call('GET /v1/campaigns?status=draft')).body.data;
  const html = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((listening) => html.listen(0, '127.0.0.1', listening));
  afterTest(() => void html.close());
  const elsewhere = (port: number) => ({ env: { LODESTONE_BASE_URL: `http://127.0.0.1:${port}/api` } });
  const key = (token: string) => ({ env: { LODESTONE_API_KEY: token } });
  const limited = await startServer(undefined, { rateLimit: 1 });
  afterTest(() => limited.close());
  await limited.call('GET /v1/me');
  const { port } = html.address() as AddressInfo;
  await Promise.all([
    expectExit(2, /no flag --nope/, ['me', '--nope']),
    expectExit(2, /one of hot, warm, cool, cold; got "hott"/, [
      'subscribers',
      'list',
      '--temperature',
      'hott',
    ]),
    expectExit(2, /--tag is empty/, ['subscribers', 'list', '--tag', '']),
    expectExit(2, /Did you mean "subscribers list"/, ['subscribers', 'lst']),
    expectExit(2, /Commands: "magnets list", "magnets get"/, ['magnets', 'popular']),
    expectExit(2, /no field "emial". Did you mean email/, ['subscribers', 'list', '--fields', 'emial']),
    expectExit(2, /operators.*npx pnpm lodestone migrate/, ['migrate']),
    expectExit(2, /created_after/, ['subscribers', 'list', '--created-after', '2026-02-30']),
    expectExit(2, /is not an id/, ['magnets', 'get', '..']),
    expectExit(3, /lodestone login/, ['me'], { env: { LODESTONE_API_KEY: '' } }),
    expectExit(3, /invalid_key/, ['me'], key('lodestone_live_no')),
    expectExit(3, /revoked/, ['me'], key(server.keys.revoked)),
    expectExit(
      4,
      /required scope: campaigns:write/,
      ['campaigns', 'pause', draft!.id],
      key(server.keys.read_only),
    ),
    expectExit(5, /lodestone subscribers list --search/, ['subscribers', 'get', 'priya@example.com']),
    expectExit(5, /lodestone unibox`/, ['unibox', 'get', 'enr_x']),
    expectExit(6, /system_paused/, ['campaigns', 'resume', bounced!.id]),
    expectExit(6, /invalid_state/, ['campaigns', 'pause', draft!.id]),
    expectExit(7, /rate_limited|Over 1 requests/, ['me', '--max-wait', '0'], {
      env: { LODESTONE_API_KEY: limited.keys.full, LODESTONE_BASE_URL: limited.baseUrl },
    }),
    expectExit(8, /connection_failed/, ['me', '-q'], elsewhere(1)),
    expectExit(9, /unexpected_response/, ['me', '-q'], elsewhere(port)),
  ]);
});

test('a key that was piped in is kept for its owner alone, and goes to its own address only', async () => {
  const env = {
    LODESTONE_API_KEY: '',
    LODESTONE_BASE_URL: '',
    XDG_CONFIG_HOME: join(lodestone.folder, 'kept'),
  };
  const as = (...args: string[]) => lodestone.run(args, { env });
  const first = await lodestone.run(['login', '--base-url', server.origin], {
    env,
    input: `${server.keys.full}\n`,
  });
  expectFor(first.stderr, first.status).toBe(0);
  const second = await lodestone.run(['login', '--profile', 'readers', '--base-url', server.baseUrl], {
    env,
    input: server.keys.read_only,
  });
  expectFor(second.stderr, second.status).toBe(0);
  expect(first.stdout + first.stderr + second.stdout + second.stderr).not.toContain(server.keys.full);

  const file = join(lodestone.folder, 'kept/lodestone/profiles.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  expect(JSON.parse((await as('whoami', '--fields', 'from,base_url')).stdout)).toStrictEqual({
    from: 'readers',
    base_url: server.baseUrl,
  });
  expect((await as('profiles', 'default')).stdout).toMatch(/^\* default/m);
  expect(JSON.parse((await as('whoami', '--profile', 'readers')).stdout).scopes).not.toContain(
    'campaigns:write',
  );

  const { status, stderr } = await as('me', '--base-url', 'http://127.0.0.1:1/api');
  expect([status, stderr]).toStrictEqual([2, expect.stringContaining('only sent to')]);
  expect((await as('me', '--profile', 'nobody')).stderr).toContain('Profiles: default, readers.');

  const bad = await lodestone.run(['login', '--profile', 'bad', '--base-url', server.baseUrl], {
    env,
    input: 'lodestone_live_no',
  });
  expect(bad.status).toBe(3);
  expect((await as('logout')).stdout).toContain('Now using "readers"');
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).profiles)).toStrictEqual(['readers']);
});

const onTerminal = needing('script, of util-linux', existsSync('/usr/bin/script'));

/** Runs a command on a terminal, and gives what its screen was sent. */
const typed = (command: string, input: string, env: Record<string, string> = {}) =>
  lodestone.program('script', ['-qec', `stty cols 100; ${command}`, '/dev/null'], {
    input,
    env: { TERM: 'xterm', ...env },
  });

onTerminal.test('a key that is typed is not shown', async () => {
  const env = {
    LODESTONE_API_KEY: '',
    LODESTONE_BASE_URL: '',
    XDG_CONFIG_HOME: join(lodestone.folder, 'typed'),
  };
  const { stdout } = await lodestone.program('script', ['-qec', 'lodestone login', '/dev/null'], {
    env,
    replies: [
      ['Address of the API', `${server.baseUrl}\r`],
      ['API key (hidden)', `${server.keys.full}\r`],
    ],
  });
  expect(stdout).toContain('Logged in to');
  expect(stdout).not.toContain(server.keys.full);
  expect(existsSync(join(env.XDG_CONFIG_HOME, 'lodestone/profiles.json'))).toBe(true);
});

onTerminal.test('a terminal gets a table in colours that fits it, and NO_COLOR is obeyed', async () => {
  const [coloured, plain] = await Promise.all([
    typed('lodestone subscribers list --temperature hot --limit 3', ''),
    typed('lodestone subscribers list --temperature hot --limit 3', '', { NO_COLOR: '1' }),
  ]);
  expect(coloured.stdout).toContain('\u001b[32mhot');
  expect(plain.stdout).not.toContain('\u001b[');
  const lines = plain.stdout.split('\r\n').filter((line) => line !== '');
  expect(lines[0]).toMatch(/^ID +EMAIL +LEAD SCORE/);
  for (const line of lines.slice(0, 4)) expect(line.length).toBeLessThanOrEqual(100);
});

test('watch reads again and again, and ends when it was told to', async () => {
  const { status, stdout } = await lodestone.run([
    'watch',
    '--interval',
    '1',
    '--count',
    '2',
    '--range',
    '7d',
  ]);
  expect(status).toBe(0);
  const readings = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(readings.map(({ range }) => range)).toStrictEqual(['7d', '7d']);
});

test('check fails on what is wrong, and passes where nothing is', async () => {
  const { status, stdout } = await lodestone.run([
    'check',
    '--max-bounce-rate',
    '0',
    '--min-sent',
    '0',
    '--hours',
    '2000',
  ]);
  expect(status).toBe(1);
  const found = JSON.parse(stdout).data as { what: string; problem: string }[];
  expect([...new Set(found.map(({ what }) => what))].toSorted()).toStrictEqual([
    'campaign',
    'deliverability',
    'job',
  ]);
  const problems = found.map(({ problem }) => problem).join('\n');
  for (const words of [
    'paused by the system for',
    'disconnected',
    'bounced, more than 0.0 %',
    'stalled:',
    'failed at',
  ])
    expect(problems).toContain(words);

  const { account_id } = await createAccount(server.db, { name: 'Fresh', email: 'fresh@example.com' });
  const scopes = ['account:read', 'campaigns:read'] as const;
  const { token } = await createKey(forAccount(server.db, account_id, { kind: 'operator' }), {
    name: 'CI',
    scopes: [...scopes],
    expires_in_days: 30,
  });
  const env = { LODESTONE_API_KEY: token };
  expect(await answer(['check'], { env })).toStrictEqual({ data: [], has_more: false, next_offset: null });
});

test('api sends any request', async () => {
  const [subscriber] = (await server.call('GET /v1/subscribers')).body.data;
  const path = `/v1/subscribers/${subscriber!.id}`;
  expect((await answer(['api', 'PATCH', path, '--data', '{"last_name":"Raw"}'])).last_name).toBe('Raw');
  expect(
    (await answer(['api', 'PATCH', path, '-d', '-'], { input: '{"last_name":"Piped"}' })).last_name,
  ).toBe('Piped');
  writeFileSync(join(lodestone.folder, 'body.json'), '{"last_name":"Filed"}');
  expect((await answer(['api', 'PATCH', `/api${path}`, '-d', '@body.json'])).last_name).toBe('Filed');
  expect((await answer(['api', 'GET', 'v1/subscribers?limit=1&offset=2'])).data).toHaveLength(1);
  await expectExit(2, /not JSON/, ['api', 'PATCH', path, '--data', '{']);
  await expectExit(2, /must be one such as/, ['api', 'GET', '/v1/../../docs']);
  await expectExit(5, /not_found/, ['api', 'GET', '/v1/nothing']);
});

test('bash completes commands, flags and values', async () => {
  const completed = async (...words: string[]) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source <(lodestone completion bash); COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _lodestone; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await lodestone.program('bash', ['-c', script]);
    expect(stderr).toBe('');
    return stdout.trimEnd().split('\n');
  };
  const [nouns, verbs, flags, values, fields] = await Promise.all([
    completed('lodestone', 'c'),
    completed('lodestone', 'campaigns', ''),
    completed('lodestone', 'subscribers', 'list', '--te'),
    completed('lodestone', 'subscribers', 'list', '--temperature', ''),
    completed('lodestone', 'subscribers', 'list', '--fields', 'email,last_a'),
  ]);
  // bash takes `--temperature=h` for three words.
  expect(await completed('lodestone', 'subscribers', 'list', '--temperature', '=', 'h')).toStrictEqual([
    'hot',
  ]);
  expect(await completed('lodestone', 'api', '--include', 'P')).toStrictEqual(['POST', 'PATCH', 'PUT']);
  expect(nouns).toStrictEqual(['campaigns', 'check', 'completion']);
  expect(verbs).toStrictEqual(['list', 'metrics', 'pause', 'resume']);
  expect(flags).toStrictEqual(['--temperature']);
  expect(values).toStrictEqual(['hot', 'warm', 'cool', 'cold']);
  expect(fields).toStrictEqual(['email,last_activity_at']);
});

const FISH = '/usr/bin/fish';

needing('fish', existsSync(FISH)).test('fish completes commands, flags and values', async () => {
  const completed = async (line: string) => {
    const script = `lodestone completion fish | source; complete -C '${line}'`;
    const { stdout, stderr } = await lodestone.program(FISH, ['--no-config', '-c', script]);
    expect(stderr).toBe('');
    return stdout
      .trimEnd()
      .split('\n')
      .map((one) => one.split('\t')[0]);
  };
  const [verbs, flags, joined] = await Promise.all([
    completed('lodestone campaigns '),
    completed('lodestone subscribers list --te'),
    completed('lodestone subscribers list --temperature=h'),
  ]);
  expect(verbs).toStrictEqual(['list', 'metrics', 'pause', 'resume']);
  expect(flags).toStrictEqual(['--temperature']);
  expect(joined).toStrictEqual(['--temperature=hot']);
});

const ZSH = '/usr/bin/zsh';

/** Types a line on a terminal of zsh's own, and prints what stands there after the tabulator. */
const TYPED_IN_ZSH = `
zmodload zsh/zpty
zpty shell ${ZSH} -f -i
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -u -D; source <(lodestone completion zsh); print ready-$((1 + 1))'
zpty -r shell shown '*ready-2*'
zpty -w -n shell "$1"$'\\t'
zpty -r shell shown "*$2*"
print -r -- $shown
zpty -d shell`;

needing('zsh', existsSync(ZSH)).test('zsh completes commands, flags and values', async () => {
  const completed = async (line: string, last: string) => {
    const args = ['-f', '-c', TYPED_IN_ZSH, 'zsh', line, last];
    const { stdout, stderr } = await lodestone.program(ZSH, args, { env: { TERM: 'dumb' } });
    expect(stderr).toBe('');
    return stdout;
  };
  const verbs = await completed('lodestone campaigns ', 'Resume a campaign');
  for (const verb of ['list', 'metrics', 'pause', 'resume'])
    expect(verbs).toMatch(new RegExp(`${verb} +-- \\w`));
  await completed('lodestone subscribers list --te', 'mperature');
  await completed('lodestone subscribers list --temperature=h', 'ot');
});
