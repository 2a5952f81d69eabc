import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { DOCUMENT, OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const samples = globSync('openapi/samples/*', { cwd: top }).toSorted();

let server: TestServer;
let project: string;
before(async () => {
  project = mkdtempSync(join(tmpdir(), 'lodestone-samples-'));
  installPackedSdk();
  server = await startServer();
});
after(async () => {
  await server?.close();
  rmSync(project, { recursive: true, force: true });
});

/** A customer's project: the SDK as it would be published, what it depends on, and the samples. */
function installPackedSdk(): void {
  const sdk = join(project, 'node_modules/@lodestone/sdk');
  mkdirSync(sdk, { recursive: true });
  mkdirSync(join(project, 'node_modules/@types'));
  execFileSync(join(top, 'node_modules/.bin/pnpm'), ['pack', '--pack-destination', project], {
    cwd: join(top, 'packages/sdk'),
  });
  execFileSync('tar', ['-xzf', ...globSync(join(project, '*.tgz')), '-C', sdk, '--strip-components=1']);
  for (const [name, from] of [
    ['openapi-fetch', 'packages/sdk'],
    ['@types/node', '.'],
  ] as const) {
    symlinkSync(realpathSync(join(top, from, 'node_modules', name)), join(project, 'node_modules', name));
  }
  for (const sample of samples) copyFileSync(join(top, sample), join(project, basename(sample)));
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'customer', private: true, type: 'module' }),
  );
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
}

/** Runs a sample as a reader would, with the two variables that the guide sets. */
async function run(sample: string, ids: Record<string, string> = {}): Promise<string> {
  const isShell = sample.endsWith('.sh');
  const { stdout } = await promisify(execFile)(
    isShell ? 'sh' : process.execPath,
    [...(isShell ? ['-eu'] : []), sample],
    {
      cwd: project,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        LODESTONE_BASE_URL: server.baseUrl,
        LODESTONE_API_KEY: server.keys.full,
        ...ids,
      },
    },
  );
  return stdout;
}

/** What a write is tried on, found anew for each of its two samples. */
const TARGETS: Record<string, () => Promise<Record<string, string>>> = {
  updateMagnet: async () => ({ MAGNET_ID: await magnetThat((magnet) => magnet.can_publish) }),
  updateSubscriber: async () => ({ SUBSCRIBER_ID: (await first('/v1/subscribers?status=active')).id }),
  unsubscribeSubscriber: async () => ({ SUBSCRIBER_ID: (await first('/v1/subscribers?status=active')).id }),
  pauseCampaign: async () => ({ CAMPAIGN_ID: (await first('/v1/campaigns?status=active')).id }),
  resumeCampaign: async () => ({ CAMPAIGN_ID: (await first('/v1/campaigns?status=paused')).id }),
  updateConversation: async () => ({
    ENROLLMENT_ID: (await server.call('GET /v1/unibox')).body.latest[0].id,
  }),
};

async function first(path: string): Promise<{ id: string }> {
  const [row] = (await server.call(`GET ${path}`)).body.data;
  assert.ok(row, `${path} has a row`);
  return row;
}

async function magnetThat(suits: (magnet: { can_publish: boolean }) => boolean): Promise<string> {
  const { body } = await server.call('GET /v1/magnets?limit=200');
  return body.data.find(suits).id;
}

test('every operation has a sample in shell and in TypeScript, and no sample is left over', () => {
  const expected = OPERATIONS.flatMap(({ id }) => [`openapi/samples/${id}.sh`, `openapi/samples/${id}.ts`]);
  assert.deepEqual(samples, expected.toSorted());
});

test('the TypeScript samples compile against the packed SDK, strictly', () => {
  execFileSync(process.execPath, [join(top, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: 'pipe',
  });
});

describe('the samples run', () => {
  for (const { id } of OPERATIONS) {
    test(`${id}.sh prints the JSON that was answered`, { skip: !hasCurl && 'no curl here' }, async () => {
      const body: unknown = JSON.parse(await run(`${id}.sh`, await TARGETS[id]?.()));
      assert.ok(typeof body === 'object' && body !== null && !('error' in body));
    });

    test(`${id}.ts prints something`, async () => {
      assert.notEqual(await run(`${id}.ts`, await TARGETS[id]?.()), '');
    });
  }

  test('updateMagnet.ts tells what to do about a magnet that was never tested', async () => {
    const MAGNET_ID = await magnetThat((magnet) => !magnet.can_publish);
    assert.equal(await run('updateMagnet.ts', { MAGNET_ID }), 'Send a test from the application first.\n');
  });

  test('resumeCampaign.ts tells what to do about a campaign that the system paused', async () => {
    const CAMPAIGN_ID = (await first('/v1/campaigns?status=bounced')).id;
    assert.equal(
      await run('resumeCampaign.ts', { CAMPAIGN_ID }),
      'Mend the cause in the application first.\n',
    );
  });

  test('a sample in shell fails when the call does', { skip: !hasCurl && 'no curl here' }, async () => {
    await assert.rejects(
      run('getMe.sh', { LODESTONE_API_KEY: server.keys.revoked }),
      /revoked_key|Command failed/,
    );
  });
});

describe('the shell of the guides runs', () => {
  const { description } = (DOCUMENT as unknown as { info: { description: string } }).info;
  const snippets = description.split(/^# /m).flatMap((guide) => {
    const heading = guide.slice(0, guide.indexOf('\n'));
    return [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, shell]) => [heading, shell!] as const);
  });
  const missing = ['curl', 'jq'].find((tool) => spawnSync(tool, ['--version']).status !== 0);

  for (const [guide, shell] of snippets) {
    test(guide, { skip: missing !== undefined && `no ${missing} here` }, async () => {
      writeFileSync(join(project, 'guide.sh'), shell.replaceAll(/^export .*\n/gm, ''));
      assert.match(await run('guide.sh'), guide === 'Pagination' ? /(\S+@\S+\n){200}/ : /^\{"account"/);
    });
  }
});
