import { wordsOf } from '../smtp/reply.ts';

/** Where a conversation with an IMAP server can fail, in the order in which they come. */
export type ImapStep = 'resolve' | 'connect' | 'tls' | 'greeting' | 'sign_in' | 'open_inbox' | 'read';

/** A conversation that failed. Its message is the server's words or, where it said nothing, ours. */
export class ImapFailure extends Error {
  readonly step: ImapStep;

  constructor(step: ImapStep, text: string, options?: ErrorOptions) {
    super(wordsOf(text), options);
    this.name = 'ImapFailure';
    this.step = step;
  }
}

/** What libraries put on their errors. */
interface Told {
  code?: unknown;
  responseText?: unknown;
  authenticationFailed?: unknown;
  tlsFailed?: unknown;
}

const RESOLVE = /^(?:ENOTFOUND|EAI_|ENODATA)/;
const CONNECT = /^(?:ECONN|ETIMEDOUT|EHOST|ENET|EACCES|EPERM|EADDR|CONNECT_TIMEOUT|ENOENT)/;
const TLS =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|UPGRADE_TIMEOUT|STARTTLS|MissingServerExtension|ClosedAfterConnectTLS)/;
const GREETING =
  /^(?:GREETING_TIMEOUT|ClosedAfterConnectText|InvalidResponse|ParserError|LineTooLarge|ResponseTooLarge)/;

/** An error of the library as a failure; `step` is that of what was asked for. */
export function failureOf(error: unknown, step: ImapStep): ImapFailure {
  if (error instanceof ImapFailure) return error;
  const told: Told = Object(error);
  const message = error instanceof Error ? error.message : String(error);
  const said =
    typeof told.responseText === 'string' && told.responseText !== '' ? told.responseText : message;
  return new ImapFailure(stepOf(told, step), said || 'The mail server closed the connection.', {
    cause: error,
  });
}

/** While connecting, the error shows the step. */
function stepOf({ authenticationFailed, tlsFailed, code: told }: Told, step: ImapStep): ImapStep {
  const code = String(told ?? '');
  if (authenticationFailed === true) return 'sign_in';
  if (tlsFailed === true || TLS.test(code)) return 'tls';
  if (RESOLVE.test(code)) return 'resolve';
  if (step === 'connect' && !CONNECT.test(code)) return 'greeting';
  return GREETING.test(code) && step !== 'read' ? 'greeting' : step;
}

/**
 * Waits no longer than `seconds`. What fails or takes longer ends the conversation: a server that lost its thread does not find
 * it again.
 * @throws ImapFailure
 */
export async function bounded<T>(
  step: ImapStep | (() => ImapStep),
  seconds: number,
  end: () => void,
  work: Promise<T>,
): Promise<T> {
  const current = () => (typeof step === 'function' ? step() : step);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ImapFailure(current(), `The mail server did not answer within ${seconds} seconds.`)),
    seconds * 1_000,
  );
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    // It is told once, here; what ending it does to `work` concerns nobody any more.
    work.catch(() => {});
    const at = current();
    end();
    throw failureOf(error, at);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The numbers that a search found. The library answers for one that was refused or cut off with `false`, as for one that found
 * nothing: whoever took it for that would count what is new as read.
 * @throws ImapFailure
 */
export async function searched(search: Promise<number[] | false | undefined>): Promise<number[]> {
  const found = await search;
  if (found) return found;
  throw new ImapFailure('read', 'The mail server did not answer a search.');
}
