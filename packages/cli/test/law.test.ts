import { expect, test } from '@jest/globals';

import { runCommandLine } from '@lodestone/server/commands/index.js';
import { operationsOf, readDocument } from '@lodestone/server/api/document.js';

import { expectFor, present } from '../../../scripts/jest/support.ts';
import { commands, operations } from '@lodestone/cli/commands/index.js';
import { flagName } from '@lodestone/cli/commands/operation.js';
import { COMMON, parse } from '@lodestone/cli/flags.js';
import { FIELDS } from '@lodestone/cli/generated/fields.js';
import { OPERATIONS } from '@lodestone/cli/generated/operations.js';
import { helpOf } from '@lodestone/cli/help.js';
import { COLUMNS } from '@lodestone/cli/output/columns.js';
import { OPERATORS } from '@lodestone/cli/run.js';

const document = readDocument();

test('every operation of the contract has a command of its own', () => {
  expect(OPERATIONS.map(({ id }) => id)).toStrictEqual(operationsOf(document).map(({ id }) => id));
  expect(operations.map(({ name }) => name)).toStrictEqual(OPERATIONS.map(({ command }) => command));
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});

test('every parameter of the contract has its flag, and every id its argument, each with its help', () => {
  for (const operation of operationsOf(document)) {
    const command = operations[OPERATIONS.findIndex(({ id }) => id === operation.id)];
    present(command);
    const flags = new Set(command.flags.map(({ name }) => name));
    for (const name of [...operation.query.keys(), ...Object.keys(operation.body?.properties ?? {})]) {
      expectFor(`${command.name} --${flagName(name)}`, flags.has(flagName(name))).toBe(true);
      expect(helpOf(command)).toContain(`--${flagName(name)} `);
    }
    const ids = operation.route.match(/:\w+/g) ?? [];
    expectFor(command.name, command.arguments?.length ?? 0).toBe(ids.length);
  }
});

test('no flag of a command is written as another of it, or as one that all have', () => {
  for (const { name, flags } of commands) {
    const names = [...flags, ...COMMON].flatMap(({ name, short }) => (short ? [name, short] : [name]));
    expectFor(name, names.length).toBe(new Set(names).size);
  }
});

test('a flag takes what the contract takes, and refuses the rest before anything is sent', () => {
  for (const [at, operation] of operationsOf(document).entries()) {
    const command = operations[at];
    present(command);
    const ids = (command.arguments ?? []).map(() => 'some_id');
    const needed = command.flags
      .filter(({ required }) => required)
      .map(({ name, values }) => `--${name}=${values?.[0]}`);
    for (const flag of command.flags) {
      const others = needed.filter((written) => !written.startsWith(`--${flag.name}=`));
      const given = (value: string | number) =>
        parse(command, [...ids, ...others, `--${flag.name}=${value}`]).flags[flag.name];
      for (const value of flag.values ?? []) expect(given(value)).toBe(value);
      if (flag.values) expect(() => given('no such value')).toThrow(flag.values.join(', '));
      if (flag.type !== 'integer') continue;
      const { minimum, maximum } = operation.query.get(flag.name.replaceAll('-', '_')) ?? {};
      expect(given(minimum ?? 0)).toBe(minimum ?? 0);
      for (const wrong of [
        (minimum ?? 0) - 1,
        (maximum ?? Infinity) < 2 ** 31 - 1 ? (maximum ?? 0) + 1 : '1e2',
        '0x1',
        ' 5',
        '',
      ]) {
        expect(() => given(wrong)).toThrow('must be a whole number');
      }
    }
  }
});

test('what a table shows of a list are fields that the list has', () => {
  for (const [id, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) expectFor(`${id}: ${column}`, FIELDS[id]?.includes(column)).toBe(true);
  }
});

test("the operator's command, which has the same name, shares no command with this one, and is pointed to", async () => {
  let text = '';
  const place = { env: {}, cwd: '/', out: (line: string) => void (text += line), err: () => {} };
  expect(await runCommandLine(['--help'], place)).toBe(0);
  const theirs = new Set([...text.matchAll(/^ {2}([a-z]\S*)/gm)].map(([, word]) => word));
  expect([...theirs].toSorted()).toStrictEqual(OPERATORS.toSorted());
  for (const { name } of commands) expectFor(name, theirs.has(name.split(' ')[0])).toBe(false);
});
