import { idsIn } from '../find.ts';
import type { ListPath } from '../contract-types.ts';
import { OPERATIONS } from '../answers.ts';
import { absent, MALFORMED_IDS } from '../refusals.ts';
import type { TestServer } from '../server.ts';

export interface Call {
  operation: (typeof OPERATIONS)[number];
  /** `GET /v1/magnets/mag_…` */
  line: string;
  body?: unknown;
}

/** The kind of object that each path with an id is about. */
const KINDS: Record<string, string> = { magnets: 'mag', subscribers: 'sub', campaigns: 'cmp', unibox: 'enr' };

/** Bodies that their operations accept and that change as little as possible. */
const BODIES: Record<string, unknown> = {
  updateMagnet: { status: 'draft' },
  updateSubscriber: {},
  updateConversation: { reply_intent: 'interested' },
};

/** A call of every operation of the document, with an id of each kind as `idOf` gives it. */
export function callsOf(idOf: (kind: string) => string): Call[] {
  return OPERATIONS.map((operation) => {
    const kind = KINDS[operation.route.split('/')[2] ?? ''] ?? '';
    const path = operation.route.replace(/:\w+/, () => idOf(kind));
    const call = { operation, line: `${operation.method.toUpperCase()} ${path}` };
    return operation.id in BODIES ? { ...call, body: BODIES[operation.id] } : call;
  });
}

/** Calls that succeed for the holder of a key. */
export async function ownCalls(server: TestServer, key: string = server.keys.full): Promise<Call[]> {
  const ids = await idsOf(server, key);
  return callsOf((kind) => ids[kind]![0]!);
}

/** Calls of the operations with an id, for ids that nothing has. */
export function absentCalls(): Call[] {
  return callsOf(absent).filter(({ operation }) => operation.route.includes(':'));
}

/** Some ids of each kind that the holder of a key owns. */
export async function idsOf(server: TestServer, key: string): Promise<Record<string, string[]>> {
  const list = (path: ListPath) => idsIn(server, `${path}?limit=200`, key);
  const { body: unibox } = await server.call('GET /v1/unibox', { key });
  return {
    mag: await list('/v1/magnets'),
    sub: await list('/v1/subscribers'),
    cmp: (await server.call('GET /v1/campaigns?status=active', { key })).body.data.map(({ id }) => id),
    enr: unibox.latest.map(({ id }) => id),
  };
}

export { MALFORMED_IDS };
