import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import { isScalar, isNode, LineCounter, parseDocument, visit, type Document, type ErrorCode } from 'yaml';

import { unstorableAt } from '../api/text.ts';
import { Stop } from '../database.ts';
import { PACKAGE_DIRECTORY } from '../package-directory.ts';
import {
  type OutreachFile,
  type OutreachProblems,
  type Path,
  pathOf,
  type Problem,
  written,
} from './file.ts';

/** The one definition of the file, which editors get as well: `/outreach.schema.json`. */
export const OUTREACH_SCHEMA = JSON.parse(
  readFileSync(new URL('outreach.schema.json', PACKAGE_DIRECTORY), 'utf8'),
) as object;

const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false }).compile<OutreachFile>(
  OUTREACH_SCHEMA,
);

/** The parser's errors, in words for the person who writes the file. */
const SAID: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'A second document begins here. A file holds one.',
};

/** `${NAME}`, or `$${NAME}` for that text. */
const VARIABLE = /(\$?)\$\{([A-Za-z_]\w*)\}/g;

/** A text that is read as it stands. */
export function withoutVariables(text: string): string {
  return text.replaceAll(/\$\{(?=[A-Za-z_]\w*\})/g, '$$$${');
}

/** Problems that are told at once. */
const MAX_PROBLEMS = 20;

/** A file that has the right shape, and where in it things are. */
interface ReadOutreach {
  file: OutreachFile;
  /** `file:line:column` of something in it, or of what holds it. */
  placeOf(path: Path): string;
}

/**
 * Reads an outreach file, with what it takes from the environment as `${NAME}`.
 * @param name what its problems call it
 * @throws Stop that names each problem with its line and column
 */
export function readOutreach(
  text: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadOutreach {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    stop(document.errors.map(({ code, pos, message }) => `${at(pos[0])}: ${SAID[code] ?? message}`));
  }
  const missing = fillIn(document, env);
  stop(
    missing.map(
      ({ offset, variable }) =>
        `${at(offset)}: The environment variable ${variable} is not set. For the text itself, write $\${${variable}}.`,
    ),
  );
  const file = valueOf(document, name);
  const placeOf = (path: Path) => at(offsetOf(document, path));
  if (!validate(file)) {
    stop((validate.errors ?? []).map((error) => lineOf(problemOf(error), placeOf)));
    throw new Stop(`${name} is not a valid outreach file.`);
  }
  const unstorable = unstorableAt(file);
  if (unstorable !== undefined) {
    const message = 'It has a character that cannot be stored (NUL or half of a pair).';
    throw new Stop(lineOf({ path: pathOf(unstorable), message }, placeOf));
  }
  return { file, placeOf };
}

/** What the document says. @throws Stop where its aliases do not hold */
function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    throw new Stop(`${name}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Problems with their places. */
export function located(error: OutreachProblems, { placeOf }: ReadOutreach): Stop {
  return new Stop(
    error.problems
      .slice(0, MAX_PROBLEMS)
      .map((problem) => lineOf(problem, placeOf))
      .join('\n'),
  );
}

function lineOf({ path, message }: Problem, placeOf: (path: Path) => string): string {
  return `${placeOf(path)}: ${path.length === 0 ? '' : `${written(path)}: `}${message}`;
}

function stop(problems: readonly string[]): void {
  const different = [...new Set(problems)];
  if (different.length > 0) throw new Stop(different.slice(0, MAX_PROBLEMS).join('\n'));
}

function problemOf({
  instancePath,
  message = 'is wrong',
  keyword,
  params,
}: {
  instancePath: string;
  message?: string;
  keyword: string;
  params: Record<string, unknown>;
}): Problem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  switch (keyword) {
    case 'additionalProperties': {
      const property = String(params['additionalProperty']);
      return { path: [...path, property], message: `There is no setting "${property}" here.` };
    }
    case 'required':
      return { path, message: `"${String(params['missingProperty'])}" is missing.` };
    case 'enum':
      return { path, message: `It must be one of ${String(params['allowedValues']).replaceAll(',', ', ')}.` };
    default:
      return { path, message: `It ${message}.` };
  }
}

/**
 * Puts the environment's values in; in the URL of a server they are percent-encoded, as its parts have to be. A second dollar sign
 * keeps `${NAME}` as it is, less that sign.
 */
function fillIn(
  document: Document,
  env: Readonly<Record<string, string | undefined>>,
): { offset: number; variable: string }[] {
  const missing: { offset: number; variable: string }[] = [];
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'string') return;
      const isUrl = /^(smtp|imap)s?:\/\//.test(node.value);
      node.value = node.value.replaceAll(VARIABLE, (placeholder: string, kept: string, variable: string) => {
        if (kept !== '') return placeholder.slice(1);
        const value = env[variable];
        if (value !== undefined) return isUrl ? encodeURIComponent(value) : value;
        missing.push({ offset: node.range?.[0] ?? 0, variable });
        return placeholder;
      });
    },
  });
  return missing;
}

/** Where the thing itself begins, or what is nearest to it on the way. */
function offsetOf(document: Document, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  const { contents } = document;
  return isScalar(contents) || contents?.range ? (contents.range?.[0] ?? 0) : 0;
}
