import { FILTERS, LONGEST_TEMPLATE, MAX_LIQUID, TAGS } from './engine.ts';
import { nearest } from './nearest.ts';

export const TOO_LONG = `A template can have up to ${LONGEST_TEMPLATE.toLocaleString('en')} characters.`;
export const TOO_MUCH_LIQUID = `A template can have up to ${MAX_LIQUID.toLocaleString('en')} characters between braces.`;

/** What is wrong, where the piece of Liquid begins that it is in, and the word in it that it is about. */
type LiquidFault = { message: string; index: number; about: string | null };

const LATE = /template render limit|render.*limit exceeded/i;

/** Whether a rendering took longer than its limit. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && LATE.test(error.message);
}

/** How liquidjs words what is wrong, and how we do. */
const WORDINGS: [RegExp, (...parts: string[]) => string][] = [
  [/^output "(.*)" not closed/s, () => 'This "{{" is never closed. Write }} after it.'],
  [/^tag "(.*)" not closed/s, () => 'This "{%" is never closed. Write %} after it.'],
  [/^tag \{%-?\s*(\w+).*not closed/s, (tag) => `This {% ${tag} %} has no {% end${tag} %}.`],
  [
    /^tag "(end\w+|else|elsif|elseif|when)" not found/,
    (tag) => `This {% ${tag} %} belongs to nothing before it.`,
  ],
  [/^tag "(.*)" not found/s, (tag) => `There is no tag "${tag}". There are ${TAGS.slice(0, -1).join(', ')}.`],
  [/^undefined filter: (\S+)/, (filter) => `There is no filter "${filter}".${meant(filter)}`],
  [/^invalid value expression: (.*)/s, (said) => `This is not a value: ${said}.`],
  [/^expected "\|" before filter/, () => 'A filter follows a "|".'],
  [/^expected filter name/, () => 'A "|" must be followed by the name of a filter.'],
  [LATE, () => 'This template takes too long to render.'],
  [/call stack/, () => 'This template is nested too deeply.'],
  [/(?:memory|parse).*limit exceeded/i, () => 'This template produces too much text.'],
];

/** An error of liquidjs in words for the template's author. */
export function inPlainEnglish(error: unknown): LiquidFault {
  const { message, token } = error as { message?: string; token?: { begin?: number } };
  const index = token?.begin ?? 0;
  const said = (message ?? String(error)).replace(/, (?:file:.*, )?line:\d+, col:\d+.*$/s, '');
  for (const [pattern, wording] of WORDINGS) {
    const match = pattern.exec(said);
    if (match === null) continue;
    const about = said.startsWith('undefined filter') ? (match[1] ?? null) : null;
    return { message: wording(...match.slice(1)), index, about };
  }
  return { message: `This is not understood: ${said}.`, index, about: null };
}

function meant(filter: string): string {
  const guess = nearest(filter, FILTERS);
  return guess === null ? ` There are ${FILTERS.join(', ')}.` : ` Did you mean "${guess}"?`;
}
