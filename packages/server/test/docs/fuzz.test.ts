// `pnpm fuzz` asks 20,000 times; the suite 1,000 times. LODESTONE_FUZZ_SEED repeats a run.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Operation } from '@lodestone/server/api/document.js';

import { idsIn } from '../find.ts';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';
import { type Case, casesOf, type Ids } from './cases.ts';

const requests = Number(process.env['LODESTONE_FUZZ'] ?? 1000);
const seed = Number(process.env['LODESTONE_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Math.ceil(requests / OPERATIONS.length);

let server: TestServer;
/** Holds requests against less of the document, as a server does that is not tested. */
let outside: TestServer;
beforeAll(async () => {
  server = await startServer();
  outside = await startServer(undefined, { validateResponses: false });
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

describe(`${requests} requests that follow from the document (seed ${seed})`, () => {
  for (const operation of OPERATIONS) {
    test(`${operation.id} answers each as described`, async () => {
      const cases = casesOf(operation, await idsOf(operation));
      await fc.assert(
        fc.asyncProperty(cases, (each) => answersAsDescribed(operation, each)),
        { numRuns, seed },
      );
    });
  }
});

/** `server.call` fails by itself on a 5xx, and on an answer that the document does not announce. */
async function answersAsDescribed(
  { method, route }: Operation,
  { query, id, body, fault }: Case,
): Promise<void> {
  const path = route.replace(/:\w+/, encodeURIComponent(id.value));
  const line = `${method.toUpperCase()} ${path}`;
  const { status, body: answer } = await server.call(line, { query, body });
  const same = await outside.call(line, { query, body });
  expect([same.status, same.body.error]).toStrictEqual([status, answer.error]);
  const { code, param } = answer.error ?? {};
  if (fault !== null) {
    expect({ status, code, param }).toStrictEqual({
      status: 400,
      code: 'invalid_parameter',
      param: fault === 'body' ? undefined : fault.param,
    });
  } else if (route.includes(':') && !id.exists) {
    expect({ status, code }).toStrictEqual({ status: 404, code: 'not_found' });
  } else {
    expectFor(
      JSON.stringify(answer),
      status === 200 || ['test_send_required', 'invalid_state', 'system_paused'].includes(code),
    ).toBe(true);
  }
}

/** Ids of the noun in the operation's path. */
async function idsOf({ route }: Operation): Promise<Ids> {
  if (!route.includes(':')) return ['none'];
  const noun = route.split('/')[2]!;
  const [first = 'none', ...others] =
    noun === 'unibox'
      ? (await server.call('GET /v1/unibox')).body.latest.map(({ id }) => id)
      : await idsIn(server, `/v1/${noun as 'magnets' | 'subscribers' | 'campaigns'}?limit=20`);
  return [first, ...others];
}
