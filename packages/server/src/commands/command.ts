import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { type Config, readConfig } from '../config.ts';

/** An operator's command: `lodestone <name> [options]`. */
export interface Command {
  name: string;
  /** One line for the overview. */
  summary: string;
  /** A line for each option: how it is written, and what it does. */
  options: [written: string, meaning: string][];
  parse: ParseArgsOptionsConfig;
  /** Prints through `print`, so that `--json` can give it to machines. */
  run(given: Given, config: Config): Promise<Printed | void>;
}

/** Options as they were given. */
export type Given = Record<string, string | boolean | undefined>;

/** What a command has to say: for people, and the same for machines. */
export interface Printed {
  text: string;
  json: unknown;
  exitCode?: number;
}

/** The command line is not what the command takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EVERYWHERE: Command['options'] = [
  ['--data-dir DIR', 'where the embedded database lies (default .lodestone); ignored with DATABASE_URL'],
  ['--json', 'print JSON'],
  ['--help', 'print this'],
];

/** Runs a command with the rest of the command line. @throws UsageError */
export async function runCommand(command: Command, args: string[]): Promise<void> {
  const given = parse(command, args);
  if (given['help'] === true) {
    console.log(helpOf(command));
    return;
  }
  const config = readConfig();
  const dataDir = given['data-dir'];
  const printed = await command.run(given, typeof dataDir === 'string' ? { ...config, dataDir } : config);
  if (!printed) return;
  console.log(given['json'] === true ? JSON.stringify(printed.json) : printed.text);
  process.exitCode = printed.exitCode ?? 0;
}

/** A text option that must be there. @throws UsageError */
export function required(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is required.`);
  return value;
}

export function helpOf({ name, summary, options }: Command): string {
  const lines = [...options, ...EVERYWHERE];
  const width = Math.max(...lines.map(([written]) => written.length));
  return [
    `lodestone ${name} [options]`,
    '',
    `  ${summary}`,
    '',
    ...lines.map(([written, meaning]) => `  ${written.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

function parse(command: Command, args: string[]): Given {
  try {
    const { values } = parseArgs({
      args,
      strict: true,
      allowPositionals: false,
      options: {
        ...command.parse,
        'data-dir': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values as Given;
  } catch (error) {
    // Its first sentence names the option; the rest is about escaping.
    const [sentence] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(`${sentence}. See \`lodestone ${command.name} --help\`.`);
  }
}
