import type { Variable } from 'liquidjs';

import { CHECK_LIMIT, engine, LONGEST_TEMPLATE, MAX_LIQUID } from './engine.ts';
import { inPlainEnglish, TOO_LONG, TOO_MUCH_LIQUID } from './errors.ts';
import { nearest } from './nearest.ts';
import { problemAt, type TemplateProblem } from './position.ts';
import { type ReadSpintax, readSpintax } from './spintax.ts';
import { renderText } from './template.ts';

const MAX_PROBLEMS = 20;
/** What can be asked of a text: how long it is. */
const PROPERTIES = new Set(['size', 'first', 'last']);

/** What is wrong with a template, for its author: choices, Liquid, and fields that nobody has. Empty when it can be sent. */
export function checkText(text: string, known: readonly string[]): TemplateProblem[] {
  if (text.length > LONGEST_TEMPLATE) return [problemAt(text, LONGEST_TEMPLATE, TOO_LONG)];
  const read = readSpintax(text);
  if (read.liquid > MAX_LIQUID) return [problemAt(text, 0, TOO_MUCH_LIQUID)];
  const problems = [...read.problems, ...singleBraces(text, known), ...liquidProblems(text, read, known)];
  if (problems.length === 0) problems.push(...renderingProblems(text, known));
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, MAX_PROBLEMS);
}

/** `{first_name}` is how others write a field, and would be sent as it stands. */
function singleBraces(text: string, known: readonly string[]): TemplateProblem[] {
  return [...text.matchAll(/(?<![{\\])\{ ?(\w{1,60}) ?\}(?!\})/g)].flatMap(({ 1: name = '', index }) => {
    if (!known.includes(name)) return [];
    return [problemAt(text, index, `A field has two braces on each side: {{ ${name} }}.`)];
  });
}

function liquidProblems(text: string, read: ReadSpintax, known: readonly string[]): TemplateProblem[] {
  try {
    // All options at once, each where it stands: blanks for braces and bars keep lines and columns.
    const characters = text.split('');
    for (const mark of read.marks) characters[mark] = ' ';
    const { globals } = engine.analyzeSync(engine.parse(characters.join('')));
    return [...unknownFields(globals, known), ...torn(text, read)];
  } catch (error) {
    return [problemOf(error, text)];
  }
}

function unknownFields(globals: Record<string, Variable[]>, known: readonly string[]): TemplateProblem[] {
  return Object.entries(globals).flatMap(([name, uses]) =>
    uses.flatMap(({ segments, location: { row: line, col: column } }) => {
      if (!known.includes(name)) {
        return [{ message: noSuchField(name, known), line, column, unknownField: true }];
      }
      const [, part] = segments;
      if (part === undefined || (segments.length === 2 && PROPERTIES.has(String(part)))) return [];
      return [{ message: `"${name}" is text and has no parts. Write {{ ${name} }}.`, line, column }];
    }),
  );
}

function noSuchField(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  if (guess !== null) return `There is no field "${name}". Did you mean "${guess}"?`;
  const some = known.slice(0, 12).join(', ');
  return `There is no field "${name}". There are ${some}${known.length > 12 ? ' and others' : ''}.`;
}

/** A choice between halves of an {% if %} would leave one of them alone. */
function torn(text: string, { options }: ReadSpintax): TemplateProblem[] {
  return options.flatMap(({ from, to }) => {
    const option = text.slice(from, to);
    if (!option.includes('{%')) return [];
    try {
      engine.parse(option);
      return [];
    } catch {
      const message =
        'What begins in an option of a choice, such as {% if %}, has to end in the same option.';
      return [problemAt(text, from, message)];
    }
  });
}

/** What only shows when it is done: a loop without end, an addition of words. */
function renderingProblems(text: string, known: readonly string[]): TemplateProblem[] {
  try {
    renderText(text, Object.fromEntries(known.map((name) => [name, 'Sample'])), '', {
      renderLimit: CHECK_LIMIT,
    });
    return [];
  } catch (error) {
    const cause = error instanceof Error ? error.cause : error;
    return [problemOf(cause, text)];
  }
}

function problemOf(error: unknown, text: string): TemplateProblem {
  const { message, index, about } = inPlainEnglish(error);
  const named = about === null ? -1 : text.indexOf(about, index);
  return problemAt(text, named < 0 ? index : named, message);
}
