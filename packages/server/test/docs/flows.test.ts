import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { redocly } from '../../../../scripts/docs/redocly.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { path } from '../../../../scripts/paths.ts';
import { startServer, type TestServer } from '../server.ts';

const flows = path('openapi/flows.arazzo.yaml');
const workflows = [...readFileSync(flows, 'utf8').matchAll(/^ {2}- workflowId: (\S+)$/gm)].map(
  ([, id]) => id!,
);

let server: TestServer;
/** The one run of all of them: what it printed, and how each ended. */
let run: { output: string; files: Files };
beforeAll(async () => {
  server = await startServer();
  run = await respect();
});
afterAll(() => server?.close());

/** What the program writes of its files: the status of each workflow by its id. */
type Files = Record<string, { executedWorkflows: { workflowId: string; status: string }[] }>;

describe('the flows, run by a program that holds each answer against the document', () => {
  test('are eight', () => expect(workflows).toHaveLength(8));

  test.each(workflows)('%s', (workflow) => {
    const ended = Object.values(run.files).flatMap(({ executedWorkflows }) =>
      executedWorkflows.filter(({ workflowId }) => workflowId === workflow),
    );
    expectFor(
      run.output,
      ended.map(({ status }) => status),
    ).toStrictEqual(['success']);
  });
});

async function respect() {
  const { body } = await server.call('GET /v1/magnets?limit=200');
  const magnet = (tested: boolean) =>
    body.data.find((each: { can_publish: boolean }) => each.can_publish === tested)!.id;
  const inputs = { key: server.keys.full, untested_magnet: magnet(false), tested_magnet: magnet(true) };
  const folder = mkdtempSync(join(tmpdir(), 'lodestone-flows-'));
  const report = join(folder, 'report.json');
  try {
    const options = [`--server=lodestone=${server.baseUrl}`, `--json-output=${report}`];
    // It fails when a flow does, which the report says.
    const output = await redocly('respect', flows, ...options, '--input', JSON.stringify(inputs)).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    return { output, files: (JSON.parse(readFileSync(report, 'utf8')) as { files: Files }).files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
