import { candidates } from './commands/completion.ts';
import { commands, operations, own } from './commands/index.ts';
import { type Command, UsageError } from './command.ts';
import { explain } from './failure.ts';
import { parse } from './flags.ts';
import { helpOf, helpOfGroup, overview } from './help.ts';
import { nearest } from './nearest.ts';
import { withoutColour } from './output/style.ts';
import { err, out } from './environment.ts';

/** Follows a command line. @returns the exit code */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--no-color')) withoutColour();
  try {
    return await follow(args);
  } catch (error) {
    const { text, exitCode } = explain(error);
    err(text);
    return exitCode;
  }
}

async function follow(args: string[]): Promise<number> {
  if (args[0] === '__complete') {
    await out(await candidates(args.slice(args[1] === '--' ? 2 : 1), commands));
    return 0;
  }
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const command = commandOf(words);
  if (!command) return answerWithoutCommand(words);
  const given = parse(command, words.slice(command.name.split(' ').length));
  if (given.flags['help'] === true) {
    await out(helpOf(command) + furtherCommands(command));
    return 0;
  }
  return (await command.run(given)) ?? 0;
}

/** The command with the most words that begin the line. */
function commandOf(words: readonly string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, at) => words[at] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

const ofNoun = (noun: string): Command[] => operations.filter(({ name }) => name.startsWith(`${noun} `));

/** A noun such as `unibox` is a command, and has others beneath it. */
function furtherCommands({ name }: Command): string {
  const beneath = ofNoun(name);
  return beneath.length > 0 ? `\n${helpOfGroup(name, beneath)}` : '';
}

async function answerWithoutCommand(words: readonly string[]): Promise<number> {
  const [noun] = words;
  if (noun === undefined || noun === '--help' || noun === '-h') {
    await out(overview(own, operations));
    return 0;
  }
  const beneath = ofNoun(noun);
  const verb = words[1];
  if (beneath.length > 0 && (verb === undefined || verb === '--help' || verb === '-h')) {
    await out(helpOfGroup(noun, beneath));
    return 0;
  }
  throw new UsageError(
    beneath.length > 0 && verb !== undefined ? unknownVerb(noun, verb, beneath) : unknown(noun),
  );
}

/** Commands of the operator's own command line, which has the same name and is run where the server is. */
export const OPERATORS = [
  'serve',
  'work',
  'migrate',
  'seed',
  'account',
  'user',
  'key',
  'apply',
  'plan',
  'import',
  'export',
  'inbox',
  'reconcile',
  'sending',
];

function unknownVerb(noun: string, verb: string, beneath: readonly Command[]): string {
  const verbs = beneath.map(({ name }) => name.slice(noun.length + 1));
  const meant = nearest(verb, verbs);
  return `There is no command "${noun} ${verb}". ${meant === undefined ? `Commands: ${verbs.map((one) => `"${noun} ${one}"`).join(', ')}.` : `Did you mean "${noun} ${meant}"?`}`;
}

function unknown(asked: string): string {
  if (OPERATORS.includes(asked)) {
    return `\`${asked}\` is a command for operators, run where the server is: npx pnpm lodestone ${asked}. This command line only uses the API.`;
  }
  const known = commands.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const nouns = known.map((name) => name.split(' ')[0] ?? '');
  const meant = nearest(asked, [...known, ...nouns]);
  return `There is no command "${asked}".${meant === undefined ? ' See `lodestone --help`.' : ` Did you mean "${meant}"?`}`;
}
