import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { UsageError } from './command.ts';

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks a question; what is typed is shown. */
export function ask(question: string): Promise<string> {
  return answered(question, process.stderr);
}

/** Asks for a secret; what is typed or pasted is not shown. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await answered(question, nowhere);
  } finally {
    process.stderr.write('\n');
  }
}

function answered(question: string, output: NodeJS.WritableStream): Promise<string> {
  // From here on the terminal itself shows nothing: only then is the question asked.
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  if (output !== process.stderr) process.stderr.write(question);
  return new Promise((resolve) => {
    lines.on('SIGINT', () => process.exit(130));
    lines.on('close', () => resolve(''));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}

/** What was piped in. */
export const piped = (): Promise<string> => text(process.stdin);

/** Asks before something that cannot be undone. @throws UsageError when nobody agrees, or nobody can be asked */
export async function confirm(what: string): Promise<void> {
  if (!canAsk()) throw new UsageError(`${what} Confirm with --yes: there is no terminal to ask on.`);
  const answer = await ask(`${what} [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was done.');
}
