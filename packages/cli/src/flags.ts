import { parseArgs } from 'node:util';

import { type Argument, type Command, type Flag, type Given, UsageError } from './command.ts';
import { nearest } from './nearest.ts';

/** What every command takes. */
export const COMMON: readonly Flag[] = [
  {
    name: 'profile',
    type: 'text',
    placeholder: 'NAME',
    help: 'Profile to use, as saved by `lodestone login`',
  },
  { name: 'base-url', type: 'text', placeholder: 'URL', help: 'Address of the API, ending in /api' },
  {
    name: 'timeout',
    type: 'integer',
    placeholder: 'SECONDS',
    minimum: 1,
    maximum: 3600,
    default: 30,
    help: 'How long to wait for one request',
  },
  {
    name: 'max-wait',
    type: 'integer',
    placeholder: 'SECONDS',
    minimum: 0,
    maximum: 3600,
    default: 60,
    help: 'How long to wait when the server says to retry later',
  },
  { name: 'quiet', short: 'q', type: 'switch', help: 'Print no progress or hints on stderr' },
  { name: 'verbose', type: 'switch', help: 'Print each request on stderr' },
  { name: 'no-color', type: 'switch', help: 'Print without colors, as NO_COLOR does' },
  { name: 'help', short: 'h', type: 'switch', help: 'Show this help' },
];

/** Reads a command line. @throws UsageError that says what was wrong, which value, and what would be right */
export function parse(command: Command, args: string[]): Given {
  const flags = [...command.flags, ...COMMON];
  const { values, positionals } = read(command, flags, args);
  if (values['help']) return { arguments: [], flags: { help: true } };
  const given = flags.map((flag) => [flag.name, valueOf(flag, values[flag.name] ?? [])] as const);
  return { arguments: positionalsOf(command, positionals), flags: Object.fromEntries(given) };
}

type Values = Record<string, (string | boolean)[] | undefined>;

function read(command: Command, flags: readonly Flag[], args: string[]) {
  const options = flags.map(({ name, type, short }) => [
    name,
    { type: type === 'switch' ? 'boolean' : 'string', multiple: true, ...(short && { short }) } as const,
  ]);
  try {
    const { values, positionals } = parseArgs({
      args,
      strict: true,
      allowPositionals: true,
      options: Object.fromEntries(options) as Record<string, { type: 'string'; multiple: true }>,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(unreadable(error as Error & { code?: string }, command, flags));
  }
}

function unreadable(error: Error & { code?: string }, { name }: Command, flags: readonly Flag[]): string {
  const [, flag = '', rest = ''] = /'(?:-\w, )?(-[^' ]*)[^']*'(.*)/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = nearest(
      flag,
      flags.map(({ name }) => `--${name}`),
    );
    return `\`lodestone ${name}\` has no flag ${flag}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  }
  if (/ambiguous|missing/.test(rest))
    return `${flag} needs a value. Write one that begins with a dash as ${flag}=-….`;
  return error.message.split('\n')[0] ?? error.message;
}

function valueOf(flag: Flag, given: (string | boolean)[]): Given['flags'][string] {
  if (flag.type === 'switch') return given.length > 0 ? true : undefined;
  const texts = given as string[];
  if (flag.type === 'list') return texts.length > 0 ? texts : undefined;
  if (texts.length > 1) throw new UsageError(`--${flag.name} was given ${texts.length} times; give it once.`);
  const [text] = texts;
  if (text === undefined) {
    if (flag.required) throw new UsageError(`--${flag.name} is missing: ${mustBe(flag)}.`);
    return undefined;
  }
  return checked(flag, text);
}

function checked(flag: Flag, text: string): string | number {
  const wrong = () => new UsageError(`--${flag.name} must be ${mustBe(flag)}; got "${text}".`);
  if (flag.values) {
    if (!flag.values.includes(text)) throw wrong();
    return text;
  }
  if (flag.type === 'text') {
    // Most often a variable that was never set; the filter would silently be left out.
    if (text.trim() === '' && !flag.mayBeEmpty)
      throw new UsageError(`--${flag.name} is empty. Leave it out, or give it a value.`);
    return text;
  }
  const number = Number(text);
  const { minimum = -Infinity, maximum = Infinity } = flag;
  const digits = flag.type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/;
  if (!digits.test(text) || number < minimum || number > maximum) throw wrong();
  return number;
}

function mustBe({ values, type, minimum, maximum }: Flag): string {
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'text') return 'text';
  const number = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum === undefined) return number;
  return maximum === undefined ? `${number}, at least ${minimum}` : `${number} from ${minimum} to ${maximum}`;
}

function positionalsOf({ name, arguments: wanted = [] }: Command, given: string[]): string[] {
  const how = `lodestone ${[name, ...wanted.map(written)].join(' ')}`;
  if (given.length > wanted.length) {
    throw new UsageError(`"${given[wanted.length]}" is one argument too many. Usage: ${how}`);
  }
  const missing = wanted[given.length];
  if (missing && !missing.optional) throw new UsageError(`${missing.name} is missing. Usage: ${how}`);
  for (const [at, value] of given.entries()) {
    const values = wanted[at]?.values;
    if (values && !values.includes(value)) {
      throw new UsageError(`${wanted[at]?.name} must be one of ${values.join(', ')}; got "${value}".`);
    }
  }
  return given;
}

/** An argument as the help writes it. */
export const written = ({ name, optional }: Argument): string => (optional ? `[${name}]` : name);
