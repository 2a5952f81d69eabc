import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';

/** Whom each statement is told to. */
const listeners = new Set<Map<string, string>>();

/**
 * Records the statements that this process's program sends, whatever opened its connection, from now on.
 * @returns each text that was sent, with the file of ours that sent it, such as `core/keys/authenticate.ts`; what a test sends is left out
 */
export function recordStatements(): Map<string, string> {
  listen();
  const sent = new Map<string, string>();
  listeners.add(sent);
  return sent;
}

/** Statements are no longer told to what `recordStatements` returned. */
export function stopRecording(sent: Map<string, string>): void {
  listeners.delete(sent);
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
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

/** Whose code called, as far up as it goes. As a text it would be built again for each of jest's source maps. */
function stackOf(called: (...given: never[]) => unknown): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const here = {} as { stack: string[] };
  Error.captureStackTrace(here, called);
  const { stack } = here;
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return stack;
}

/** Of the files of ours on the stack, the first that is not the door itself. */
function senderOf(stack: readonly string[]): string | undefined {
  for (const path of stack) {
    const [, folder, file] = /packages\/(\w+)\/(\S+?\.[jt]sx?)(?:\?|$)/.exec(path) ?? [];
    if (file === undefined) continue;
    if (file.startsWith('test/')) return undefined;
    const name = `${folder}/${file.replace(/^(dist|src)\//, '').replace(/js$/, 'ts')}`;
    if (name !== 'core/db/account.ts') return name;
  }
  return undefined;
}
