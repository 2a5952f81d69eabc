import { endOfLiquid, isLiquid } from './liquid-spans.ts';
import { problemAt, type TemplateProblem } from './position.ts';

/** A text with choices: `{Hi|Hello {you|friend}}`. Liquid in it is text. */
export type Spin = (string | Spin[])[];

type Open = { start: number; options: Spin[]; bars: number[] };
export type ReadSpintax = {
  spin: Spin;
  problems: TemplateProblem[];
  /** Where the options of all choices stand, from one mark to the next. */
  options: { from: number; to: number }[];
  /** Indexes of the braces and bars of choices. */
  marks: number[];
  /** Characters of Liquid in it. */
  liquid: number;
};

const DEEPEST = 20;
const MAX_PROBLEMS = 20;

/** How far a text has been read: `here` is the option that goes on. */
type Reading = ReadSpintax & { text: string; open: Open[]; here: Spin };

/**
 * Reads the choices of a template in one pass. Braces without a bar between them are text, as are `\{`, `\|` and `\}`; so is what
 * is not closed, but that is a problem.
 */
export function readSpintax(text: string): ReadSpintax {
  const spin: Spin = [];
  const reading: Reading = {
    spin,
    problems: [],
    options: [],
    marks: [],
    liquid: 0,
    text,
    open: [],
    here: spin,
  };
  for (let at = 0; at < text.length;) at += readPiece(reading, at);
  for (let left = reading.open.pop(); left !== undefined; left = reading.open.pop()) {
    report(reading, left.start, 'This "{" is never closed. For a literal brace, write \\{.');
    takeBack(reading, left, '');
  }
  return reading;
}

/** Reads what begins here. @returns how long it is. */
function readPiece(reading: Reading, at: number): number {
  const { text, open } = reading;
  const character = text.charAt(at);
  if (isLiquid(text, at)) {
    const end = endOfLiquid(text, at);
    reading.liquid += end - at;
    return add(reading.here, text.slice(at, end));
  }
  if (character === '\\' && '{|}'.includes(text.charAt(at + 1) || ' ')) {
    return add(reading.here, text.charAt(at + 1)) + 1;
  }
  const choice = open.at(-1);
  if (character === '{' && open.length < DEEPEST) {
    reading.here = [];
    open.push({ start: at, options: [reading.here], bars: [] });
  } else if (character === '|' && choice !== undefined) {
    reading.here = [];
    choice.options.push(reading.here);
    choice.bars.push(at);
  } else if (character === '}' && choice !== undefined) {
    close(reading, choice, at);
  } else {
    if (character === '{') report(reading, at, `Choices can be nested up to ${DEEPEST} deep.`);
    if (character === '}') report(reading, at, 'This "}" closes nothing. For a literal brace, write \\}.');
    add(reading.here, character);
  }
  return 1;
}

function close(reading: Reading, choice: Open, at: number): void {
  reading.open.pop();
  if (choice.bars.length === 0) {
    takeBack(reading, choice, '}');
    return;
  }
  const marks = [choice.start, ...choice.bars, at];
  reading.marks.push(...marks);
  for (const [i, to] of marks.slice(1).entries()) reading.options.push({ from: (marks[i] ?? 0) + 1, to });
  reading.here = around(reading);
  reading.here.push(choice.options);
}

/** What seemed to be a choice is text. */
function takeBack(reading: Reading, { options }: Open, end: string): void {
  const here = around(reading);
  add(here, '{');
  for (const [i, option] of options.entries()) {
    if (i > 0) add(here, '|');
    for (const piece of option) {
      if (typeof piece === 'string') add(here, piece);
      else here.push(piece);
    }
  }
  add(here, end);
  reading.here = here;
}

/** The option in which the innermost open choice stands, or the text itself. */
function around({ open, spin }: Reading): Spin {
  return open.at(-1)?.options.at(-1) ?? spin;
}

function add(spin: Spin, piece: string): number {
  const last = spin.length - 1;
  if (typeof spin[last] === 'string') spin[last] += piece;
  else spin.push(piece);
  return piece.length;
}

function report({ problems, text }: Reading, at: number, message: string): void {
  if (problems.length < MAX_PROBLEMS) problems.push(problemAt(text, at, message));
}

/** The text that a seed chooses: the same one each time, and every option about as often over many seeds. */
export function spinText(spin: Spin, seed: string): string {
  const random = randomOf(seed);
  const choose = (spin: Spin): string =>
    spin
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        return choose(piece[Math.floor(random() * piece.length)] ?? []);
      })
      .join('');
  return choose(spin);
}

/** Numbers from 0 to 1 that follow from a text: FNV-1a for the beginning, mulberry32 from there. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
