import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment of this process. Nothing else reads it. */
const ENV: Readonly<Record<string, string | undefined>> = process.env;

/** A variable of the environment; an empty one counts as none. */
export const variable = (name: string): string | undefined => ENV[name]?.trim() || undefined;

/** Where this operating system keeps programs' settings. */
export function configFolder(): string {
  const given = variable('XDG_CONFIG_HOME');
  if (given !== undefined) return join(given, 'lodestone');
  if (process.platform === 'win32') return join(variable('APPDATA') ?? homedir(), 'lodestone');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'lodestone');
  return join(homedir(), '.config', 'lodestone');
}

/** Whether people read what is printed. */
export const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Columns of the terminal; unlimited without a terminal. */
export const terminalWidth = (): number => (isTerminal() ? process.stdout.columns || 80 : Infinity);

/** Prints, and waits until the reader has taken it. */
export async function out(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise((drained) => process.stdout.once('drain', drained));
}

/** Prints a line beside the output: progress, and what is wrong. */
export function err(line: string): void {
  process.stderr.write(`${line}\n`);
}
