import { FIGURES, FUNCTIONS, TRIGGERS, versions } from './figures.ts';

/**
 * All SQL that the definitions make, as files to be read and reviewed: one for each table, by its name. Nothing runs them; the
 * database is given the same statements by `installFigures`. `versions.json` says which version has which definition.
 */
export function sqlFiles(): Map<string, string> {
  return new Map([
    ['versions.json', `${JSON.stringify(versions(), null, 2)}\n`],
    ['functions.sql', file('Functions that figures are worked out with.', FUNCTIONS)],
    ...TRIGGERS.map(({ facts, statements }): [string, string] => [
      `facts/${facts}.sql`,
      file(`What is kept when ${facts} are written, in the writer's transaction.`, statements),
    ]),
    ...FIGURES.map(({ name, create, fill, fold }): [string, string] => [
      `figures/${name}.sql`,
      [
        ...(create.length > 0 ? [file('The table.', create)] : []),
        file(create.length > 0 ? 'Made from the facts.' : 'Brought up to the facts.', fill),
        ...(fold ? [file('A lane brought into the lowest.', [fold])] : []),
      ].join('\n'),
    ]),
  ]);
}

function file(about: string, statements: readonly string[]): string {
  return `-- ${about}\n\n${statements.map((statement) => `${statement};\n`).join('\n')}`;
}
