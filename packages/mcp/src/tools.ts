import { type Lodestone, LodestoneError } from '@lodestone/sdk';

import { call } from './call.ts';
import { OPERATIONS } from './generated/operations.ts';
import { failedJobs, type Finding, troubledCampaigns, troubledInboxes } from './health.ts';
import type { Operation, Row, Schema } from './operation.ts';
import { type Sharpening, SHARPENED } from './sharpen.ts';
import { fitted, shorter } from './size.ts';
import { mark, marked, NOTICE } from './strangers.ts';

/** Something that an agent can call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly writes: boolean;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  readonly input: Schema;
  readonly output: Schema;
  /** The answer as an agent gets it. Throws as the SDK does. */
  run(lodestone: Lodestone, given: Row): Promise<Row>;
}

/** A tool of an operation, sharpened where that saves calls. */
function toolOf(operation: Operation, sharpening: Sharpening = {}): Tool {
  const { tool, method, scope, irreversible, summary, strangers } = operation;
  const writes = method !== 'GET';
  return {
    name: tool,
    description: irreversible === undefined ? summary : `${summary} ${irreversible} Ask the owner first.`,
    scope,
    writes,
    // Each write of v1 sets a state, so that doing it again changes nothing.
    annotations: writes
      ? { readOnlyHint: false, destructiveHint: irreversible !== undefined, idempotentHint: true }
      : { readOnlyHint: true },
    input: inputOf(operation, sharpening),
    output: { type: 'object', properties: { ...operation.output, ...sharpening.output } },
    run: async (lodestone, given) => {
      const prepared = sharpening.prepare ? await sharpening.prepare(lodestone, given) : given;
      const ask = async (asked: Row) =>
        marked(
          await (sharpening.run ?? ((lodestone, row) => call(lodestone, operation, row)))(lodestone, asked),
          strangers,
        );
      const answer = await ask(prepared);
      const limit = operation.isList ? shorter(answer) : undefined;
      // Asked for again rather than cut, so that its next_offset leads to the row that comes next.
      return shaped(limit === undefined ? answer : await ask({ ...prepared, limit }));
    },
  };
}

function inputOf({ inputs }: Operation, { inputs: further = {}, instead = [] }: Sharpening): Schema {
  const kept = inputs.filter(({ name }) => !instead.includes(name));
  const properties = { ...Object.fromEntries(kept.map(({ name, schema }) => [name, schema])), ...further };
  const required = kept.filter(({ required }) => required).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function shaped(answer: Row): Row {
  const safe = fitted(answer);
  return JSON.stringify(safe).includes('<stranger>') ? { ...safe, notice: NOTICE } : safe;
}

/** Not an operation: what a person would look up in four places. */
const checkHealth: Tool = {
  name: 'check_health',
  description:
    'Find what is wrong: sending inboxes, failed jobs, paused or bouncing campaigns. Empty when all is well.',
  scope: 'account:read',
  writes: false,
  annotations: { readOnlyHint: true },
  input: {
    type: 'object',
    properties: {
      hours: {
        type: 'integer',
        default: 24,
        minimum: 1,
        maximum: 720,
        description: 'How far back failed jobs count',
      },
    },
  },
  output: { type: 'object', properties: { problems: { type: 'array' } } },
  run: async (lodestone, { hours = 24 }) => {
    const campaigns = troubledCampaigns(lodestone, { maxBounceRate: 0.05, minSent: 20 }).catch(
      (error: unknown): Finding[] => {
        if (LodestoneError.is(error, 'insufficient_scope')) return [];
        throw error;
      },
    );
    const found = [
      await troubledInboxes(lodestone),
      await failedJobs(lodestone, { hours: hours as number }),
      await campaigns,
    ];
    // What a mail server said stands in it.
    const problems = found
      .flat()
      .map((one) => (one.what === 'job' ? { ...one, problem: mark(one.problem, 300) } : one));
    return shaped({ problems });
  },
};

/** Every tool: one for each operation of the contract, and `check_health`. */
export const TOOLS: readonly Tool[] = [
  ...OPERATIONS.map((operation) => toolOf(operation, SHARPENED[operation.id])),
  checkHealth,
];

/** The tools that a key may use. @param scopes those of the key; undefined when they are not known */
export function toolsFor(scopes: readonly string[] | undefined, allowWrites: boolean): Tool[] {
  return TOOLS.filter(({ scope, writes }) => (allowWrites || !writes) && (scopes?.includes(scope) ?? true));
}
