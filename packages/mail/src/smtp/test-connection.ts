import { advice } from './advice.ts';
import { runCommands } from './commands.ts';
import { wireAddress } from './envelope.ts';
import type { SmtpStep } from './outcome.ts';
import { bounded, type Limits, TIMEOUTS, type Timeouts, SmtpFailure, withinTotal } from './timeouts.ts';
import { readReply, wordsOf } from './reply.ts';
import { openSession, type Session } from './session.ts';
import type { SmtpServer } from './url.ts';

/** Where a connection test can fail. */
type ConnectionStep =
  | Extract<SmtpStep, 'resolve' | 'connect' | 'tls' | 'greeting' | 'sign_in'>
  | 'send_permission';

export type ConnectionTest =
  | { ok: true; signedIn: boolean }
  | {
      ok: false;
      step: ConnectionStep;
      /** The server's words, or what went wrong before it said any. */
      response: string;
      /** What can be done about it. */
      advice: string;
    };

export type ConnectionTestOptions = {
  /** The address that is to send; without it, permission to send is not asked for. */
  from?: string;
  timeouts?: Partial<Timeouts>;
  name?: string;
  ca?: string;
  signal?: AbortSignal;
};

/** Seconds: someone is looking at the page. */
const TEST_TIMEOUTS: Timeouts = { ...TIMEOUTS, connect: 5, greeting: 10, command: 10, total: 25 };

/** Connects, signs in and asks whether `from` may send, without sending anything. Never throws. */
export async function testSmtp(
  server: SmtpServer,
  options: ConnectionTestOptions = {},
): Promise<ConnectionTest> {
  const timeouts = { ...TEST_TIMEOUTS, ...options.timeouts };
  try {
    const test = async (signal: AbortSignal): Promise<ConnectionTest> => {
      const limits = { timeouts, signal };
      const session = await openSession(server, { ...options, ...limits });
      try {
        if (options.from !== undefined) await askToSend(session, options.from, limits);
        return { ok: true, signedIn: session.signedIn };
      } finally {
        session.destroy();
      }
    };
    return await withinTotal(timeouts.total, options.signal, test, 'answer');
  } catch (error) {
    const step = error instanceof SmtpFailure ? stepOf(error.step) : 'connect';
    const said = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      step,
      response: wordsOf(said),
      advice: advice(step === 'send_permission' ? 'sender' : step, server, said),
    };
  }
}

function stepOf(step: SmtpStep): ConnectionStep {
  switch (step) {
    case 'sender':
    case 'recipient':
    case 'data':
    case 'answer':
      return 'send_permission';
    default:
      return step;
  }
}

/**
 * Says MAIL FROM and, to oneself, RCPT TO, since many servers judge the sender only then; the mail itself is never begun.
 * "Not now" of a recipient is what greylisting says, and no objection.
 */
async function askToSend(session: Session, from: string, { timeouts, signal }: Limits): Promise<void> {
  const address = wireAddress(from);
  if (address === null) throw new SmtpFailure('sender', `"${from}" is not an address to send from.`);
  const asked = runCommands(session.connection, async ({ sendCommand }) => {
    for (const command of [`MAIL FROM:<${address}>`, `RCPT TO:<${address}>`]) {
      const { response } = await sendCommand(command);
      const { code } = readReply(response);
      const objects = code === null || code >= (command.startsWith('RCPT') ? 500 : 300);
      if (objects) throw new SmtpFailure('sender', response);
    }
  });
  await bounded('sender', timeouts.command, signal, asked);
}
