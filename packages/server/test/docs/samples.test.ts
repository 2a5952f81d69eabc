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
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { idsIn } from '../find.ts';
import type { AskedList } from '../contract-types.ts';
import { needing } from '../../../../scripts/jest/needs.ts';
import { present } from '../../../../scripts/jest/support.ts';
import { DOCUMENT, OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const inShell = needing(
  'curl and jq',
  ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0),
);
const samples = globSync('openapi/samples/*', { cwd: top }).toSorted();

let server: TestServer;
let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'lodestone-samples-'));
  installPackedSdk();
  server = await startServer();
});
afterAll(async () => {
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

/** What a write is tried on, found again for each of its two samples. */
const TARGETS: Record<string, () => Promise<Record<string, string>>> = {
  updateMagnet: async () => ({ MAGNET_ID: await magnetThat((magnet) => magnet.can_publish) }),
  updateSubscriber: async () => ({ SUBSCRIBER_ID: (await first('/v1/subscribers?status=active')).id }),
  unsubscribeSubscriber: async () => ({ SUBSCRIBER_ID: (await first('/v1/subscribers?status=active')).id }),
  pauseCampaign: async () => ({ CAMPAIGN_ID: (await first('/v1/campaigns?status=active')).id }),
  resumeCampaign: async () => ({ CAMPAIGN_ID: (await first('/v1/campaigns?status=paused')).id }),
  updateConversation: async () => ({
    ENROLLMENT_ID: (await server.call('GET /v1/unibox')).body.latest[0]!.id,
  }),
};

async function first(path: AskedList): Promise<{ id: string }> {
  const [id] = await idsIn(server, path);
  present(id, `${path} has no row.`);
  return { id };
}

async function magnetThat(suits: (magnet: { can_publish: boolean }) => boolean): Promise<string> {
  const { body } = await server.call('GET /v1/magnets?limit=200');
  return body.data.find(suits)!.id;
}

test('every operation has a sample in shell and in TypeScript, and no sample is left over', () => {
  const expected = OPERATIONS.flatMap(({ id }) => [`openapi/samples/${id}.sh`, `openapi/samples/${id}.ts`]);
  expect(samples).toStrictEqual(expected.toSorted());
});

test('the TypeScript samples compile against the packed SDK, strictly', () => {
  execFileSync(process.execPath, [join(top, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: 'pipe',
  });
});

describe('the samples run', () => {
  for (const { id } of OPERATIONS) {
    inShell.test(`${id}.sh prints the JSON that was answered`, async () => {
      const body: unknown = JSON.parse(await run(`${id}.sh`, await TARGETS[id]?.()));
      expect(typeof body).toBe('object');
      expect(body).not.toBeNull();
      expect(body).not.toHaveProperty('error');
    });

    test(`${id}.ts prints something`, async () => {
      expect(await run(`${id}.ts`, await TARGETS[id]?.())).not.toBe('');
    });
  }

  test('updateMagnet.ts tells what to do about a magnet that was never tested', async () => {
    const MAGNET_ID = await magnetThat((magnet) => !magnet.can_publish);
    expect(await run('updateMagnet.ts', { MAGNET_ID })).toBe('Send a test from the application first.\n');
  });

  test('resumeCampaign.ts tells what to do about a campaign that the system paused', async () => {
    const CAMPAIGN_ID = (await first('/v1/campaigns?status=bounced')).id;
    expect(await run('resumeCampaign.ts', { CAMPAIGN_ID })).toBe('Fix the cause in the application first.\n');
  });

  inShell.test('a sample in shell fails when the call does', async () => {
    await expect(run('getMe.sh', { LODESTONE_API_KEY: server.keys.revoked })).rejects.toThrow(
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

  for (const [guide, shell] of snippets) {
    inShell.test(guide, async () => {
      writeFileSync(join(project, 'guide.sh'), shell.replaceAll(/^export .*\n/gm, ''));
      expect(await run('guide.sh')).toMatch(guide === 'Pagination' ? /(\S+@\S+\n){200}/ : /^\{"account"/);
    });
  }
});
