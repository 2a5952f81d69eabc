import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { type Config, ENVIRONMENT, readConfig } from '../config.ts';

/** An operator's command: `lodestone <name> [options]`. */
export interface Command {
  name: string;
  /** One line for the overview. */
  summary: string;
  /** A line for each option: how it is written, and what it does. */
  options: [written: string, meaning: string][];
  parse: ParseArgsOptionsConfig;
  /** What stands after the name without dashes, such as `FILE`; it is given as `file`. */
  file?: string;
  /** Prints through `print`, so that `--json` can give it to machines. */
  run(given: Given, config: Config, place: Place): Promise<Printed | void>;
}

/** Options as they were given. */
export type Given = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** Where a command line was written: it may be run by another process, the server that has the database open. */
export interface Place {
  env: Record<string, string | undefined>;
  /** What file names are relative to. */
  cwd: string;
  out(text: string): void;
  /** Progress and what is wrong. */
  err(text: string): void;
}

/** Runs a whole command line, written in that place, for a process of that configuration. @returns the exit code */
export type FollowLine = (args: string[], place: Place, config: Config) => Promise<number>;

/** Of this process. */
export const HERE: Place = {
  env: ENVIRONMENT,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Tells of long work, step by step, beside the output. */
export function progressTo({ err }: Place): (done: number, total: number, what: string) => void {
  return (done, total, what) => err(`[${done}/${total}] ${what}\n`);
}

/** What a command has to say: for people, and the same for machines. */
interface Printed {
  text: string;
  json: unknown;
  exitCode?: number;
}

/** The command line is not what the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EVERYWHERE: Command['options'] = [
  ['--data-dir DIR', 'where the embedded database is stored (default .lodestone); ignored with DATABASE_URL'],
  ['--json', 'print JSON'],
  ['--help', 'print this'],
];

/**
 * Runs a command with the rest of the command line.
 * @param config of the process that runs it; by default as the environment says
 * @returns the exit code
 * @throws UsageError
 */
export async function runCommand(
  command: Command,
  args: string[],
  place: Place = HERE,
  config?: Config,
): Promise<number> {
  const given = parse(command, args);
  if (given['help'] === true) {
    place.out(`${helpOf(command)}\n`);
    return 0;
  }
  // Not before: what is wrong with the environment is no reason to keep the help back.
  const settings = config ?? readConfig();
  const dataDir = given['data-dir'];
  if (dataDir === '') throw new UsageError('--data-dir is empty: name a directory, or leave it out.');
  const chosen =
    typeof dataDir === 'string' ? { ...settings, dataDir: resolve(place.cwd, dataDir) } : settings;
  const printed = await command.run(given, chosen, place);
  if (!printed) return 0;
  const text = given['json'] === true ? JSON.stringify(printed.json) : printed.text;
  place.out(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return printed.exitCode ?? 0;
}

/** Texts of an option that may be given more than once. */
export function several(given: Given, name: string): string[] {
  const values = given[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** A text option that must be there. @throws UsageError */
export function required(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new UsageError(name === 'file' ? 'Name a file.' : `--${name} is required.`);
  return value;
}

export function helpOf({ name, summary, options, file }: Command): string {
  const lines = [...options, ...EVERYWHERE];
  const width = Math.max(...lines.map(([written]) => written.length));
  return [
    `lodestone ${name}${file === undefined ? '' : ` ${file}`} [options]`,
    '',
    `  ${summary}`,
    '',
    ...lines.map(([written, meaning]) => `  ${written.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

function parse(command: Command, args: string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args,
      strict: true,
      allowPositionals: command.file !== undefined,
      options: {
        ...command.parse,
        'data-dir': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (positionals.length > 1) throw new Error(`Only one ${command.file} can be given`);
    return { ...(values as Given), ...(positionals[0] !== undefined && { file: positionals[0] }) };
  } catch (error) {
    // Its first sentence names the option; the rest is about escaping.
    const [sentence] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(`${sentence}. See \`npx pnpm lodestone ${command.name} --help\`.`);
  }
}
