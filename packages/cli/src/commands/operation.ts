import type { Lodestone } from '@lodestone/sdk';

import { connect } from '../client.ts';
import { type Argument, type Command, type Flag, type Given, isSet, UsageError } from '../command.ts';
import type { Operation, Parameter } from '../operation.ts';
import { OUTPUT, printPages, printRecord, wanted } from '../output/print.ts';
import type { Row } from '../output/fields.ts';
import { confirm } from '../prompt.ts';

/** The most rows that a page may have, which is what a walk through all of them asks for. */
const WHOLE_PAGES = 200;

/** The command of an operation: its ids are arguments, its other parameters flags. */
export function operationCommand(operation: Operation): Command {
  const { command, summary, description, parameters, scope, irreversible, isList } = operation;
  return {
    name: command,
    summary,
    description: [description, irreversible, `Needs the scope ${scope}.`].filter(Boolean).join('\n\n'),
    arguments: parameters.filter(isArgument).map(argumentOf),
    flags: [
      ...parameters.filter((parameter) => !isArgument(parameter)).map(flagOf),
      ...(isList && canPage(operation) ? [ALL] : []),
      ...(irreversible === undefined ? [] : [YES]),
      ...OUTPUT,
    ],
    run: (given) => run(operation, given),
  };
}

const ALL: Flag = { name: 'all', type: 'switch', help: 'Read every page, starting at --offset' };
const YES: Flag = { name: 'yes', short: 'y', type: 'switch', help: 'Do not ask for confirmation' };

const isArgument = (parameter: Parameter): boolean => parameter.in === 'path';

const canPage = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'offset');

function argumentOf({ name, help }: Parameter): Argument {
  return { name: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(), help };
}

/** `min_score` is `--min-score`. */
export const flagName = (parameter: string): string => parameter.replaceAll('_', '-');

function flagOf({
  name,
  in: where,
  type,
  values,
  minimum,
  maximum,
  default: otherwise,
  required,
  help,
}: Parameter): Flag {
  return {
    name: flagName(name),
    type: type === 'array' ? 'list' : type === 'integer' || type === 'number' ? type : 'text',
    help: type === 'array' ? `${help} Repeat the flag for each; a single empty value clears them.` : help,
    mayBeEmpty: where === 'body',
    ...(values && { values }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < 2 ** 31 - 1 && { maximum }),
    ...(otherwise !== undefined && { default: otherwise }),
    ...(required === true && { required }),
  };
}

async function run(operation: Operation, given: Given): Promise<void> {
  const { FIELDS } = await import('../generated/fields.ts');
  const { COLUMNS } = await import('../output/columns.ts');
  const how = wanted(given, FIELDS[operation.id] ?? [], COLUMNS[operation.id]);
  const lodestone = connect(given);
  if (operation.irreversible !== undefined && !isSet(given, 'yes')) {
    await confirm(`${operation.summary} ${given.arguments.join(' ')}? ${operation.irreversible}`);
  }
  const call = ask(lodestone, operation, given);
  if (!operation.isList) return printRecord((await call) as Row, how);
  const pages = isSet(given, 'all') ? (call.pages() as AsyncIterable<Row>) : [(await call) as Row];
  return printPages(pages, how, given);
}

function ask(lodestone: Lodestone, operation: Operation, given: Given) {
  const ids = given.arguments.values();
  const path = operation.path.replaceAll(/\{\w+\}/g, () => segment(ids.next().value ?? ''));
  const query = valuesOf(operation, given, 'query');
  const body = valuesOf(operation, given, 'body');
  const hasBody = operation.parameters.some((parameter) => parameter.in === 'body');
  if (isSet(given, 'all')) query['limit'] ??= WHOLE_PAGES;
  return lodestone.request(operation.method, path, { query, body: hasBody ? body : undefined });
}

/** An id as a part of the path; dots would lead to another operation's. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new UsageError(`"${id}" is not an id.`);
  return encodeURIComponent(id);
}

function valuesOf({ parameters }: Operation, { flags }: Given, where: string): Record<string, unknown> {
  const given = parameters
    .filter((parameter) => parameter.in === where)
    .map(({ name }) => [name, flags[flagName(name)]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
