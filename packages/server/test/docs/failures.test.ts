import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectFor } from '../../../../scripts/jest/support.ts';
import { OPERATIONS } from '../answers.ts';
import { startServer, type TestServer } from '../server.ts';

/** A call of an operation on an id that nothing has. `server.call` holds each answer against the document. */
function lineOf({ method, route }: (typeof OPERATIONS)[number]): string {
  return `${method.toUpperCase()} ${route.replace(/:\w+/, 'nothing')}`;
}

describe('with its quota used up', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(undefined, { rateLimit: 1 });
    await server.call('GET /v1/me');
  });
  afterAll(() => server?.close());

  for (const operation of OPERATIONS) {
    test(`${operation.id} answers 429 and says when to come back`, async () => {
      const { status, body, headers } = await server.call(lineOf(operation));
      expect(status).toBe(429);
      expect(body.error.code).toBe('rate_limited');
      const seconds = Number(headers.get('retry-after'));
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(headers.get('ratelimit') ?? '').toMatch(/;r=0;/);
    });
  }
});

describe('an operation that changes something', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.close());

  for (const operation of OPERATIONS.filter(({ method }) => method !== 'get')) {
    test(`${operation.id} refuses a body that is no JSON, too large, or of another media type`, async () => {
      const bodies: [status: number, body: string, type: string][] = [
        [400, '{', 'application/json'],
        [413, JSON.stringify({ x: 'x'.repeat(200_000) }), 'application/json'],
        [415, 'status=public', 'application/x-www-form-urlencoded'],
      ];
      for (const [expected, body, type] of bodies) {
        const answer = await server.call(lineOf(operation), { body, headers: { 'content-type': type } });
        expectFor(type, answer.status).toBe(expected);
        expect(answer.body.error.code).toBe('invalid_parameter');
      }
    });
  }
});
