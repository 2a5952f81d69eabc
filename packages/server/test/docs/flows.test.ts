import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { expectFor } from '../../../../scripts/jest/support.ts';
import { startServer, type TestServer } from '../server.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));
const flows = 'openapi/flows.arazzo.yaml';
const workflows = [...readFileSync(`${top}${flows}`, 'utf8').matchAll(/^ {2}- workflowId: (\S+)$/gm)].map(
  ([, id]) => id!,
);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

describe('the flows, run by a program that holds each answer against the document', () => {
  test('are eight', () => expect(workflows).toHaveLength(8));

  for (const workflow of workflows) {
    test(workflow, async () => {
      const { body } = await server.call('GET /v1/magnets?limit=200');
      const magnet = (tested: boolean) =>
        body.data.find((each: { can_publish: boolean }) => each.can_publish === tested)!.id;
      const inputs = { key: server.keys.full, untested_magnet: magnet(false), tested_magnet: magnet(true) };
      await respect('--workflow', workflow, '--input', JSON.stringify(inputs));
    });
  }
});

/** Fails with the report when a step does. */
async function respect(...args: string[]): Promise<void> {
  const command = [
    'scripts/node_modules/@redocly/cli/bin/cli.js',
    'respect',
    flows,
    `--server=lodestone=${server.baseUrl}`,
  ];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const { error, output } = await promisify(execFile)(process.execPath, [...command, ...args], {
    cwd: top,
    env,
  }).then(
    ({ stdout, stderr }) => ({ error: null, output: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ error, output: error.stdout + error.stderr }),
  );
  expectFor(output, error).toBeNull();
}
