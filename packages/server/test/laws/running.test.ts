import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { lockDataDir } from '@lodestone/core';
import { DEFAULT_DATA_DIR } from '@lodestone/server/config.js';
import { operatorCommand } from '@lodestone/server/operator-command.js';

import { CERTIFICATE } from '../../../mail/test/smtp/certificate.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { lodestoneArgs } from '../program.ts';
import { onRedis, REDIS } from '../redis.ts';

const execFileAsync = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'lodestone-running-'));
const dataDir = join(folder, 'data');
const env = { PATH: process.env['PATH'], LODESTONE_LOG_LEVEL: 'silent', LODESTONE_RATE_LIMIT: '10000000' };
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
function lodestone(args: string[], more: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      lodestoneArgs(...args),
      { env: { ...env, ...more } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

interface Started {
  child: ChildProcess;
  told: { origin: string; signIn?: string; demoKey?: string; data: string; embedded: boolean };
}

/** Starts a server and waits until it has told where it is. */
async function serve(args: string[] = [], more: Record<string, string> = {}): Promise<Started> {
  const child = spawn(
    process.execPath,
    lodestoneArgs('serve', '--port', '0', '--json', '--data-dir', dataDir, ...args),
    { env: { ...env, ...more } },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  let out = '';
  for await (const chunk of child.stdout!) {
    out += String(chunk);
    if (out.includes('\n')) break;
  }
  expect(out).not.toBe('');
  return { child, told: JSON.parse(out) };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  // It runs until it is told to end.
  expect(child.exitCode).toBeNull();
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code as number;
}

const me = (origin: string, key: string) =>
  fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });

let key: string;

beforeAll(async () => {
  const { child, told } = await serve();
  expect(told.demoKey!).toMatch(/^lodestone_live_[\w-]{43}$/);
  key = told.demoKey!;
  // The key of the first start works.
  expect((await me(told.origin, key)).status).toBe(200);
  // Ctrl-C ends it in order.
  expect(await stop(child, 'SIGINT')).toBe(0);
});

test('a later start has the same data, a fresh sign-in link, and keeps the key to itself', async () => {
  const { child, told } = await serve();
  expect(told.demoKey).toBeUndefined();
  expect(told.signIn!).toMatch(/^http:\/\/localhost:\d+\/sign-in/);
  expect((await me(told.origin, key)).status).toBe(200);
  expect((await fetch(`${told.origin}/readyz`)).status).toBe(200);
  expect(await stop(child, 'SIGTERM')).toBe(0);
});

onRedis.test('with Redis it starts as well, and answers', async () => {
  const { child, told } = await serve([], {
    REDIS_URL: `redis://${REDIS.host}:${REDIS.port}/${1 + (process.pid % 15)}`,
  });
  expect((await me(told.origin, key)).status).toBe(200);
  expect(await stop(child, 'SIGTERM')).toBe(0);
});

test('where the path is too long for the socket, a command says that the server cannot carry it out, and what would do', async () => {
  const long = join(folder, 'd'.repeat(100));
  const release = lockDataDir(long, 'lodestone serve');
  const { code, stderr } = await lodestone(['key', 'list', '--account', 'x', '--data-dir', long]);
  release();
  expect([code, stderr]).toStrictEqual([
    1,
    expect.stringMatching(
      /is in use by process \d+ on .*too long for its socket \(at most 87 bytes\).*shorter path/,
    ),
  ]);
});

test('a second process learns who has the data directory; a killed one leaves it free', async () => {
  const { child } = await serve();
  const second = await lodestone(['serve', '--port', '0', '--data-dir', dataDir]);
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(new RegExp(`^lodestone: .* is in use by process ${child.pid} on .*\\n$`));
  // Other commands are done by the process that has it.
  const asked = await lodestone(['key', 'list', '--account', 'x', '--data-dir', dataDir]);
  expect([asked.code, asked.stderr]).toStrictEqual([
    1,
    'lodestone: There is no account x. Give its id (acc_…) or the email address of one of its users.\n',
  ]);
  // What they tell of their progress is told where they were written.
  const compared = await lodestone(['reconcile', '--data-dir', dataDir]);
  expect(compared.stderr).toMatch(/^comparing /);
  // A pipe is of who wrote the command, whoever reads it.
  const piped = (file: string, ...command: string[]) =>
    execFileAsync(
      'bash',
      [
        '-c',
        `printf '%s' "$0" | "$@" ${file}`,
        'email\npipe@example.com\n',
        process.execPath,
        ...lodestoneArgs(...command),
        '--account',
        'owner@meridian.example',
        '--data-dir',
        dataDir,
      ],
      { env },
    );
  for (const [file, done] of [
    ['/dev/stdin', '1 added'],
    ['<(cat)', '1 unchanged'],
  ] as const)
    expect((await piped(file, 'import', 'subscribers')).stdout).toContain(done);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { code, stdout } = await lodestone(['reconcile', '--data-dir', dataDir]);
  // And nothing is lost or torn.
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 differences\.\n$/);
});

test('a port in use, an unreachable database, a wrong option: one line that says what to do, and a code', async () => {
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const other = join(folder, 'other');
  const impostor = await postgresWithCertificate();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, CERTIFICATE.cert);
  const cases: [args: string[], env: Record<string, string>, line: RegExp, code: number][] = [
    [
      ['serve', '--port', String(port), '--data-dir', other],
      {},
      new RegExp(`Port ${port} is in use.*--port`),
      1,
    ],
    [
      ['serve', '--port', '0'],
      { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
      /does not answer at 127\.0\.0\.1:1\/x/,
      1,
    ],
    [
      ['migrate'],
      { DATABASE_URL: `postgres:///x?host=${folder}&user=x` },
      new RegExp(`does not answer at ${folder}/x \\(connect ENOENT`),
      1,
    ],
    [
      ['migrate'],
      { DATABASE_URL: `postgres://x@127.0.0.1:${impostor.port}/x?sslmode=verify-full` },
      /has a certificate that cannot be verified \(self-signed certificate.*sslrootcert=/,
      1,
    ],
    [
      ['migrate'],
      {
        DATABASE_URL: `postgres://x@127.0.0.1:${impostor.port}/x?sslmode=verify-full&sslrootcert=${ca}`,
      },
      /has a certificate of another server .*Name its host in DATABASE_URL as the certificate does/,
      1,
    ],
    [
      ['migrate'],
      { DATABASE_URL: 'postgres://x@127.0.0.1/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' },
      /DATABASE_URL names a file that cannot be read \(.*'\/nowhere\/ca\.pem'\)/,
      1,
    ],
    [['migrate'], { DATABASE_URL: 'postgres://x:secret@/x' }, /DATABASE_URL cannot be read as a URL/, 1],
    [
      ['serve', '--port', '0', '--data-dir', other],
      { HOST: '203.0.113.7' },
      /HOST is 203\.0\.113\.7, which is not an address of this machine/,
      1,
    ],
    [
      ['serve', '--port', '0', '--data-dir', other],
      { HOST: 'host.invalid' },
      /HOST is host\.invalid, which is not an address of this machine/,
      1,
    ],
    [['migrate'], { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must be a URL that begins with postgres/, 1],
    [['serve', '--prot', '1'], {}, /'--prot'.*lodestone serve --help/, 2],
    [['serve', '--port', '99999'], {}, /--port must be a whole number from 0 to 65535; got "99999"/, 1],
    [['serve', '--workers', '0'], {}, /--workers must be a whole number/, 1],
    [['serve'], { LODESTONE_RATE_LIMIT: 'many' }, /LODESTONE_RATE_LIMIT must be a whole number/, 1],
    [['serve'], { LODESTONE_LOG_LEVEL: 'loud' }, /LODESTONE_LOG_LEVEL must be one of/, 1],
    [['migrate', '--data-dir', ''], {}, /--data-dir is empty/, 2],
    [['frobnicate'], {}, /no command "frobnicate"/, 2],
    [['key', 'create', '--data-dir', other], {}, /--name is required/, 2],
    [['seed', '--scale', 'huge'], {}, /--scale must be one of small, medium, large; got "huge"/, 2],
  ];
  for (const [args, more, line, code] of cases) {
    const ended = await lodestone(args, more);
    expectFor(args.join(' '), ended.stderr).toMatch(line);
    expectFor(ended.stderr, ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expectFor(args.join(' '), ended.code).toBe(code);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).not.toMatch(/secret/);
  }
  taken.close();
  impostor.close();
});

/** Speaks PostgreSQL until it has shown a certificate that nobody has signed. */
async function postgresWithCertificate(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...CERTIFICATE }).on('error', () => {});
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('what is wrong with the environment keeps no help back', async () => {
  const { code, stdout } = await lodestone(['serve', '--help'], { PORT: 'many' });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^lodestone serve /)]);
});

test('a command that is printed can be pasted: it names the data directory where that is not the usual one', () => {
  const elsewhere = { databaseUrl: undefined, dataDir: join(folder, "the owner's data") };
  const command = operatorCommand('account create --name "New & Co" --email new@example.com', elsewhere);
  const words = execFileSync('sh', ['-c', command.replace('npx pnpm lodestone', String.raw`printf '%s\n'`)]);
  expect(words.toString().trimEnd().split('\n')).toEqual([
    'account',
    'create',
    '--name',
    'New & Co',
    '--email',
    'new@example.com',
    '--data-dir',
    elsewhere.dataDir,
  ]);
  expect(operatorCommand('migrate', { ...elsewhere, dataDir: DEFAULT_DATA_DIR })).toBe(
    'npx pnpm lodestone migrate',
  );
  expect(operatorCommand('migrate', { ...elsewhere, databaseUrl: 'postgres://x' })).toBe(
    'npx pnpm lodestone migrate',
  );
});

test('each command tells its options', async () => {
  const { stdout } = await lodestone(['--help']);
  const commands = [
    'serve',
    'migrate',
    'seed',
    'account create',
    'user sign-in-link',
    'user two-step-off',
    'key create',
    'key list',
    'key revoke',
    'reconcile',
  ];
  for (const command of commands) {
    expectFor(command, stdout).toContain(`\n  ${command} `);
    const help = await lodestone([...command.split(' '), '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(new RegExp(`^lodestone ${command} .*--json`, 's'));
  }
});

test('an operator opens an account, makes a key, lists and revokes it, and signs its owner in', async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await lodestone([...args, '--data-dir', dataDir, '--json']);
    expectFor(stderr, code).toBe(0);
    return JSON.parse(stdout);
  };
  const { account_id } = await run('account', 'create', '--name', 'New & Co', '--email', 'new@example.com');
  const told = await lodestone([
    'account',
    'create',
    '--name',
    'x',
    '--email',
    "o'brien@example.com",
    '--data-dir',
    dataDir,
  ]);
  const [, hint = ''] = told.stdout.split('\n');
  const words = execFileSync('sh', ['-c', hint.replace('npx pnpm lodestone', String.raw`printf '%s\n'`)]);
  expect(words.toString()).toMatch(/^user\nsign-in-link\n--email\no'brien@example\.com\n/);
  const made = await run(
    'key',
    'create',
    '--account',
    account_id,
    '--name',
    'CI',
    '--scopes',
    'account:read',
    '--expires',
    '30',
  );
  expect(made.token).toMatch(/^lodestone_live_[\w-]{43}$/);
  const gone = await run(
    'key',
    'create',
    '--account',
    'new@example.com',
    '--name',
    'Gone',
    '--scopes',
    'read,magnets:write',
    '--expires',
    'never',
  );
  await run('key', 'revoke', '--account', account_id, '--key', gone.key.id);
  const { data } = await run('key', 'list', '--account', account_id);
  expect(data.map(({ name, state }: Record<string, string>) => [name, state])).toStrictEqual([
    ['Gone', 'revoked'],
    ['CI', 'active'],
  ]);
  // Where the server was reached last.
  expect((await run('user', 'sign-in-link', '--email', 'NEW@example.com')).url).toMatch(
    /^http:\/\/localhost:\d+\/sign-in/,
  );
  const again = await lodestone([
    'account',
    'create',
    '--name',
    'x',
    '--email',
    'new@example.com',
    '--data-dir',
    dataDir,
  ]);
  expect(again.code).toBe(1);
  const scopes = await lodestone([
    'key',
    'create',
    '--account',
    account_id,
    '--name',
    'x',
    '--scopes',
    'all',
    '--data-dir',
    dataDir,
  ]);
  expect(scopes.stderr).toMatch(/There is no scope "all"/);
  const seeded = await lodestone(['seed', '--data-dir', dataDir]);
  expect(seeded.code).toBe(1);
  expect(seeded.stderr).toMatch(/already has accounts/);

  const started = await serve();
  expect((await me(started.told.origin, made.token)).status).toBe(200);
  expect((await me(started.told.origin, gone.token)).status).toBe(401);
  await stop(started.child, 'SIGTERM');
});

test('an empty database stays empty with --no-demo', async () => {
  const { child, told } = await serve(['--no-demo', '--data-dir', join(folder, 'empty')]);
  expect([told.demoKey, told.signIn]).toStrictEqual([undefined, undefined]);
  expect((await me(told.origin, key)).status).toBe(401);
  await stop(child, 'SIGTERM');
});

test('a SIGTERM loses no request: readiness is withdrawn first, then all that was asked is answered', async () => {
  const { child, told } = await serve();
  const seen = { ready: true };
  let answered = 0;
  const lost: unknown[] = [];
  const refusedAt: number[] = [];
  const client = async () => {
    while (seen.ready) {
      try {
        const response = await me(told.origin, key);
        await response.arrayBuffer();
        if (response.status === 200) answered++;
        else lost.push(response.status);
      } catch (error) {
        // Nobody took the call, so nobody lost it: a balancer gives it to the next process. Only, not too soon.
        if (!wasRefused(error)) lost.push(error);
        else return void refusedAt.push(performance.now());
      }
      await setTimeout(5);
    }
  };
  // As a balancer does: whoever does not answer is not ready either.
  const isReady = () =>
    fetch(`${told.origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const watch = async () => {
    while (await isReady()) await setTimeout(20);
    seen.ready = false;
  };
  const clients = Array.from({ length: 20 }, client);
  const watching = watch();
  await setTimeout(500);
  const signalledAt = performance.now();
  const ended = stop(child, 'SIGTERM');
  // As an impatient supervisor does.
  void setTimeout(300).then(() => child.kill('SIGTERM'));
  await Promise.all([...clients, watching]);
  expect(await ended).toBe(0);
  expect(lost).toStrictEqual([]);
  expect(answered).toBeGreaterThan(20);
  // Calls are let in for a second more.
  for (const at of refusedAt) expect(at - signalledAt).toBeGreaterThan(900);
});

function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
