import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';

/** Whom each statement is told to. */
const listeners = new Set<Map<string, string>>();

/**
 * Records the statements that this process's program sends, whatever opened its connection, from now on.
 * @returns each text that was sent, with the file of ours that sent it, such as `core/keys/authenticate.ts`; what a test sends is left out
 */
export function recordStatements(): Map<string, string> {
  if (listeners.size === 0) listen();
  const sent = new Map<string, string>();
  listeners.add(sent);
  return sent;
}

function listen(): void {
  const executors = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
    executeQuery(query: CompiledQuery, options?: unknown): unknown;
  };
  const { executeQuery } = executors;
  executors.executeQuery = function (query, options) {
    const waiting = [...listeners].filter((sent) => !sent.has(query.sql));
    if (waiting.length > 0) {
      const sender = senderOf(stackOf(executors.executeQuery));
      if (sender !== undefined) for (const sent of waiting) sent.set(query.sql, sender);
    }
    return executeQuery.call(this, query, options);
  };
}

/** Who called, as far up as it goes. */
function stackOf(called: (...given: never[]) => unknown): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  Error.stackTraceLimit = stackTraceLimit;
  return here.stack;
}

/** Of the files of ours on the stack, the first that is not the door itself. */
function senderOf(stack: string): string | undefined {
  for (const [, folder, file] of stack.matchAll(/packages\/(\w+)\/(\S+?\.[jt]sx?)(?:\?\S*)?:\d+:\d+/g)) {
    if (file?.startsWith('test/')) return undefined;
    const name = `${folder}/${file?.replace(/^(dist|src)\//, '').replace(/js$/, 'ts')}`;
    if (name !== 'core/db/account.ts') return name;
  }
  return undefined;
}
