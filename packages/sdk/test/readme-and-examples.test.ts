import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Lodestone } from '@lodestone/sdk';

import { expectFor } from '../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { type Consumer, consumer, root, sdk } from './consumer.ts';

const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
const samples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
const examples = ['hot-leads-csv', 'deliverability-check', 'pause-bouncing-campaigns', 'triage-replies'];

let server: TestServer;
let project: Consumer;
let lodestone: Lodestone;

beforeAll(async () => {
  project = await consumer();
  cpSync(join(sdk, 'examples'), project.folder, { recursive: true });
  for (const [index, code] of samples.entries()) project.write(`readme-${index}.ts`, withPreamble(code));
  server = await startServer();
  lodestone = new Lodestone({ apiKey: server.keys.full, baseUrl: server.baseUrl });
});
afterAll(async () => {
  project?.remove();
  await server?.close();
});

/** What a reader of the README has by then, where the sample does not make it itself. */
function withPreamble(code: string): string {
  const lines = [
    /\bimport \{ Lodestone \}/.test(code) ? '' : "import { Lodestone } from '@lodestone/sdk';",
    /const lodestone =/.test(code) ? '' : 'const lodestone = new Lodestone();',
    "const campaignId = process.env['CAMPAIGN'] ?? '';",
    "const subscriberId = process.env['SUBSCRIBER'] ?? '';",
    // What imports nothing would not be a module.
    'export {};',
  ];
  return lines.join('\n') + code;
}

async function environment(key = server.keys.full) {
  const [campaign] = await lodestone.campaigns.list({ status: 'bounced' }).all({ max: 1 });
  const [subscriber] = await lodestone.subscribers.list({ status: 'active' }).all({ max: 1 });
  return {
    LODESTONE_API_KEY: key,
    LODESTONE_BASE_URL: server.baseUrl,
    CAMPAIGN: campaign!.id,
    SUBSCRIBER: subscriber!.id,
  };
}

test("the README's samples and the examples compile", async () => {
  const config = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2024',
      strict: true,
      noUncheckedIndexedAccess: true,
      erasableSyntaxOnly: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [...samples.keys().map((index) => `readme-${index}.ts`), ...examples.map((name) => `${name}.ts`)],
  };
  project.write('tsconfig.json', JSON.stringify(config));
  const { status, stdout } = await project.run('node', [join(root, 'node_modules/typescript/bin/tsc')]);
  expectFor(stdout, status).toBe(0);
});

for (const [index, code] of samples.entries()) {
  const heading = readme
    .slice(0, readme.indexOf(code))
    .match(/^## (.*)/gm)
    ?.at(-1);
  test(`the README's sample ${index + 1}, under "${heading?.slice(3)}", runs against the live server`, async () => {
    const { status, stdout, stderr } = await project.run('node', [`readme-${index}.ts`], await environment());
    expectFor(stderr, status).toBe(0);
    expect(stdout).not.toBe('');
  });
}

test("the README's errors are those that the live server gives", async () => {
  const index = samples.findIndex((code) => code.includes("'system_paused'"));
  const full = await project.run('node', [`readme-${index}.ts`], await environment());
  expect(full.stdout).toMatch(/^Its bounces/);
  const lesser = await project.run('node', [`readme-${index}.ts`], await environment(server.keys.read_only));
  expect(lesser.stdout).toMatch(/^The key lacks campaigns:write\./);
});

test("the README's table has every operation with its method and scope", () => {
  const document = JSON.parse(readFileSync(join(root, 'packages/server/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      // A path's parameters stand beside its operations.
      if (!security) continue;
      const scope = security.flatMap(({ apiKey }) => apiKey ?? [])[0]!;
      const row = readme.split('\n').find((line) => line.includes(`\`${method.toUpperCase()} ${path}\``));
      expectFor(`${method} ${path}`, row).toContain(`\`${scope}\``);
      const name = /^\| `([\w.]+)\(/.exec(row ?? '')?.[1] ?? '';
      const found = name
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], lodestone);
      expectFor(name, typeof found).toBe('function');
    }
  }
});

test('hot-leads-csv writes every hot lead, and its progress beside them', async () => {
  const { status, stdout, stderr } = await project.run('node', ['hot-leads-csv.ts'], await environment());
  expectFor(stderr, status).toBe(0);
  const hot = await lodestone.subscribers.list({ temperature: 'hot', limit: 200 }).all();
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toBe('id,email,first_name,last_name,lead_score,tags,first_seen_at');
  expect(rows.map((row) => row.split(',').slice(0, 2))).toStrictEqual(
    hot.map(({ id, email }) => [id, email]),
  );
  expect(stderr).toMatch(new RegExp(`${hot.length} of ${hot.length} hot leads\\n$`));
});

test('deliverability-check fails when an inbox is poor or fell, and passes when all is well', async () => {
  const troubled = await project.run('node', ['deliverability-check.ts', 'first.json'], await environment());
  expect(troubled.status).toBe(1);
  expect(troubled.stderr).toMatch(/paused by the system for bounces/);

  const well = await environment(server.other.keys.full);
  const first = await project.run('node', ['deliverability-check.ts', 'other.json'], well);
  expect([first.status, first.stderr]).toStrictEqual([0, '']);
  const again = await project.run('node', ['deliverability-check.ts', 'other.json'], well);
  expect(again.status).toBe(0);

  const remembered = JSON.parse(readFileSync(join(project.folder, 'first.json'), 'utf8')) as {
    address: string;
    deliverability: { health: string; bounce_rate: number | null };
  }[];
  // Lower by more than the check tolerates: how much bounced by now depends on the day that the demo is made.
  const rises = remembered.flatMap(({ address, deliverability }) => {
    const { bounce_rate: now } = deliverability;
    deliverability.health = 'good';
    if (now === null) return [];
    deliverability.bounce_rate = now - 0.01;
    return `${address}: its bounce rate rose from ${inPercent(now - 0.01)} to ${inPercent(now)}`;
  });
  expect(rises).not.toEqual([]);
  project.write('first.json', JSON.stringify(remembered));
  const fallen = await project.run('node', ['deliverability-check.ts', 'first.json'], await environment());
  expect(fallen.status).toBe(1);
  expect(fallen.stderr).toMatch(/its health fell from good to watch/);
  expect(fallen.stderr.split('\n').filter((line) => line.includes('its bounce rate rose'))).toEqual(rises);
});

function inPercent(rate: number): string {
  return `${(rate * 100).toFixed(2)} %`;
}

test('pause-bouncing-campaigns pauses those over the limit, and none in a dry run', async () => {
  const running = await lodestone.campaigns.list({ status: 'active' }).all();
  const rates = new Map<string, number>();
  for (const { id } of running) rates.set(id, (await lodestone.campaigns.metrics(id)).sends.bounce_rate ?? 0);
  const limit = Math.min(...[...rates.values()].filter((rate) => rate > 0));
  const over = [...rates].filter(([, rate]) => rate > limit).map(([id]) => id);
  expect(over.length).toBeGreaterThan(0);
  expect(over.length).toBeLessThan(running.length);

  const dry = await project.run(
    'node',
    ['pause-bouncing-campaigns.ts', `${limit}`, '--dry-run'],
    await environment(),
  );
  expectFor(dry.stderr, dry.status).toBe(0);
  expect(await lodestone.campaigns.list({ status: 'active' }).all()).toHaveLength(running.length);

  const { status, stdout, stderr } = await project.run(
    'node',
    ['pause-bouncing-campaigns.ts', `${limit}`],
    await environment(),
  );
  expectFor(stderr, status).toBe(0);
  expect(stdout).toBe(dry.stdout);
  for (const campaign of await lodestone.campaigns.list({ limit: 200 }).all()) {
    if (!rates.has(campaign.id)) continue;
    expect(campaign.status).toBe(over.includes(campaign.id) ? 'paused' : 'active');
    if (over.includes(campaign.id)) expect(campaign.pause?.reason ?? '').toMatch(/^Bounce rate .* is over/);
  }
});

test('triage-replies proposes intents, and sets them when told to', async () => {
  const { latest } = await lodestone.unibox.summary();
  for (const { id } of latest) await lodestone.unibox.setIntent(id, 'replied');
  const waiting = async () => (await lodestone.unibox.summary()).awaiting_classification;
  const before = await waiting();
  const proposal = await project.run('node', ['triage-replies.ts'], await environment());
  expectFor(proposal.stderr, proposal.status).toBe(0);
  expect(await waiting()).toBe(before);

  const applied = await project.run('node', ['triage-replies.ts', '--apply'], await environment());
  expect(applied.stdout).toBe(proposal.stdout);
  const rows = applied.stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  const sorted = rows.filter(([, , intent]) => intent !== 'for a person to read');
  expect(sorted.length).toBeGreaterThan(0);
  for (const [id, , intent] of sorted)
    expect((await lodestone.unibox.conversation(id!)).reply_intent).toBe(intent);
  expect(await waiting()).toBe(before - sorted.length);
});
