// Compares the traffic of the test suite, as `redocly proxy` saw it, with the contract: nothing undocumented may be answered,
// and nothing documented may go unseen, but for what is named below.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { redocly } from './docs/redocly.ts';
import { jest } from './jest/run.ts';
import { path } from './paths.ts';

/** Tests whose traffic covers the contract. The others ask for the same again. */
const TESTS = ['packages/server/test/operations/*.test.ts', 'packages/server/test/docs/failures.test.ts'];

interface Missing {
  kind: 'operation' | 'parameter' | 'response' | 'property';
  name?: string;
  status?: string;
  path?: string;
}

interface Coverage {
  totals: Record<
    'operations' | 'parameters' | 'properties' | 'responses',
    { covered: number; total: number }
  >;
  operations: { operationId: string; missing: Missing[] }[];
}

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  method: string;
  url: string;
  status: number;
}

/** What no traffic can hold: a failing server, fields that only one kind of failure has, a pause after resuming. */
function isExcepted(operationId: string, { status = '', path }: Missing): boolean {
  if (status === '500' || status === '503') return true;
  if (operationId === 'resumeCampaign' && status === '200' && path?.startsWith('pause.')) return true;
  if (path === 'error.param') return status !== '400';
  return path === 'error.required_scope' && status !== '403';
}

/**
 * What the suite does on purpose: it sends what is refused (4xx), and asks whether the server is up. Chunked answers carry
 * Transfer-Encoding, which HTTP forbids to describe.
 */
function isExpected({ status, url, message }: Problem): boolean {
  return (
    (status >= 400 && status < 500) ||
    new URL(url).pathname === '/healthz' ||
    message.includes('transfer-encoding')
  );
}

/** Failures of tests are told by `pnpm test`: some send what a proxy does not pass on, such as a header twice. */
function record(folder: string): void {
  const files = globSync(TESTS, { cwd: path('.') });
  jest(files, ['--silent'], {
    stdio: 'ignore',
    env: { ...process.env, LODESTONE_HAR_DIR: folder, TEST_DATABASE_URL: '' },
  });
}

async function compare(folder: string) {
  const [found, covered] = [join(folder, 'problems'), join(folder, 'coverage')];
  const input = [
    folder,
    '--traffic-format=har',
    `--api=${path('packages/server/openapi.json')}`,
    '--match-mode=basepath',
  ];
  // It fails when there is any problem, and we expect some.
  await redocly(
    'drift',
    ...input,
    '--format=json',
    `--output=${found}`,
    `--coverage-output=${covered}`,
  ).catch(() => {});
  const { problems } = JSON.parse(readFileSync(found, 'utf8')) as { problems: Problem[] };
  return { problems, coverage: JSON.parse(readFileSync(covered, 'utf8')) as Coverage };
}

function report(problems: Problem[], { totals, operations }: Coverage): void {
  const unexpected = problems.filter((problem) => !isExpected(problem));
  for (const { message, method, url, status } of unexpected)
    console.error(`${method} ${url} ${status}: ${message}`);
  const unseen = operations.flatMap(({ operationId, missing }) =>
    missing.filter((each) => !isExcepted(operationId, each)).map((each) => ({ operationId, each })),
  );
  for (const { operationId, each } of unseen)
    console.error(`${operationId}: never seen: ${JSON.stringify(each)}`);
  for (const [what, { covered, total }] of Object.entries(totals))
    console.log(`${what}: ${covered} of ${total} seen`);
  const shown = operations.flatMap(({ operationId, missing }) =>
    missing.filter((each) => isExcepted(operationId, each)),
  ).length;
  console.log(`${shown} of the unseen are excepted, ${unseen.length} are not.`);
  const { covered, total } = totals.operations;
  const most = (totals.parameters.total + totals.properties.total + totals.responses.total) * 0.05;
  if (unexpected.length > 0 || covered < total || unseen.length > most) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'lodestone-drift-'));
try {
  record(folder);
  const { problems, coverage } = await compare(folder);
  report(problems, coverage);
} finally {
  rmSync(folder, { recursive: true });
}
