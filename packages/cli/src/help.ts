import type { Argument, Command, Flag } from './command.ts';
import { EXIT_CODES } from './failure.ts';
import { COMMON, written } from './flags.ts';
import { styled } from './output/style.ts';

const WIDTH = 100;

/** What a command takes and does. */
export function helpOf(command: Command): string {
  const { name, summary, description, arguments: args = [], flags, examples = [] } = command;
  const usage = ['lodestone', name, ...args.map(written), '[flags]'].join(' ');
  return sections([
    ['', `${summary}.`],
    ['USAGE', `  ${usage}`],
    ['ARGUMENTS', pairs(args.map(({ name, help }: Argument) => [name, help]))],
    ['FLAGS', pairs(flags.map(flagLine))],
    ['COMMON FLAGS', pairs(COMMON.map(flagLine))],
    [
      'ABOUT',
      description === undefined
        ? ''
        : description
            .split('\n')
            .map((line) => wrap(line, 2))
            .join('\n'),
    ],
    ['EXAMPLES', examples.map((example) => `  ${example}`).join('\n')],
  ]);
}

/** The commands of a noun, such as those of `subscribers`. */
export function helpOfGroup(noun: string, commands: readonly Command[]): string {
  return sections([
    ['USAGE', `  lodestone ${noun} <command> [flags]`],
    ['COMMANDS', listed(commands)],
    ['', 'Run a command with --help to see its flags.'],
  ]);
}

/** Everything at a glance. */
export function overview(own: readonly Command[], operations: readonly Command[]): string {
  return sections([
    [
      '',
      'Work with one Lodestone account from the command line: its magnets, subscribers, campaigns, inboxes and replies.',
    ],
    ['USAGE', '  lodestone <command> [arguments] [flags]'],
    ['ACCOUNT', listed(operations)],
    ['COMMAND LINE', listed(own)],
    [
      'ENVIRONMENT',
      pairs([
        ['LODESTONE_API_KEY', 'API key, for CI; used instead of the current profile'],
        ['LODESTONE_BASE_URL', 'Address of the API for that key (default http://localhost:4400/api)'],
        ['LODESTONE_PROFILE', 'Profile to use when LODESTONE_API_KEY is not set'],
      ]),
    ],
    ['EXIT CODES', pairs(EXIT_CODES.map(([code, meaning]) => [String(code), meaning]))],
    [
      '',
      'Run a command with --help to see its flags. Commands that run the server are separate: `npx pnpm lodestone` where it is installed.',
    ],
  ]);
}

const listed = (commands: readonly Command[]): string =>
  pairs(
    commands
      .filter(({ hidden }) => !hidden)
      .map(({ name, arguments: args = [], summary }) => [[name, ...args.map(written)].join(' '), summary]),
  );

function flagLine(flag: Flag): [string, string] {
  const {
    name,
    short,
    type,
    placeholder,
    help,
    values,
    minimum,
    maximum,
    default: otherwise,
    required,
  } = flag;
  const value =
    type === 'switch'
      ? ''
      : ` ${placeholder ?? (values ? 'VALUE' : { text: 'TEXT', list: 'TEXT', integer: 'N', number: 'N' }[type])}`;
  const facts = [
    ...(values ? [values.join(', ')] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(otherwise !== undefined && otherwise !== 0 ? [`default ${otherwise}`] : []),
    ...(required ? ['required'] : []),
  ];
  return [
    `${short ? `-${short}, ` : ''}--${name}${value}`,
    `${help.replace(/\.$/, '')}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`,
  ];
}

function sections(parts: [heading: string, text: string][]): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => (heading === '' ? wrap(text, 0) : `${styled('bold', heading)}\n${text}`))
    .join('\n\n')
    .concat('\n');
}

/** Two columns, the second wrapped. */
function pairs(lines: readonly (readonly [string, string])[]): string {
  const left = Math.min(34, Math.max(0, ...lines.map(([name]) => name.length)));
  return lines
    .map(([name, meaning]) => {
      const text = wrap(meaning.replaceAll('`', ''), left + 4).trimStart();
      return name.length > left
        ? `  ${name}\n${' '.repeat(left + 4)}${text}`
        : `  ${name.padEnd(left)}  ${text}`;
    })
    .join('\n');
}

function wrap(text: string, indent: number): string {
  const blanks = ' '.repeat(indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(blanks + line);
      line = text.startsWith('- ') ? `  ${word}` : word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, blanks + line].join('\n').trimEnd();
}
