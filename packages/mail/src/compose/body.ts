/** A piece of a line: words, or a link with what is shown of it (null: the address itself). */
export type Piece = string | { url: string; label: string | null };
export type Line = Piece[];
/** Lines that belong together. Between paragraphs there was an empty line. */
export type Paragraph = Line[];

/** Longer ones are no links, but text. */
const URL_LENGTH = 2_000;
/** `[words](https://…)` or a bare address. Every repetition is bounded or unambiguous, so that no text takes long. */
const LINK = /\[([^[\]\n]{1,200})\]\((https?:\/\/(?:[^\s()<>"]|\([^\s()<>"]*\))+)\)|https?:\/\/[^\s<>"]+/gi;

/** Marks that no address ends with, those of Chinese and Japanese included. */
const PUNCTUATION = ".,;:!?']}”“’‘»«›‹…。，、；：！？）」』】";

/** Reads what somebody wrote as the paragraphs, lines and links that both parts of an email are made of. */
export function readBody(source: string): Paragraph[] {
  return source
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.split('\n').map((line) => readLine(line.trimEnd())))
    .filter((lines) => lines.some((line) => line.length > 0));
}

function readLine(line: string): Line {
  const pieces: Line = [];
  let from = 0;
  for (const { 0: found, 1: label, 2: labelled, index } of line.matchAll(LINK)) {
    const url = labelled ?? withoutPunctuation(found, line.charAt(index - 1));
    if (url.length > URL_LENGTH || !URL.canParse(url)) continue;
    if (index > from) pieces.push(line.slice(from, index));
    pieces.push({ url, label: label ?? null });
    from = index + (labelled === undefined ? url.length : found.length);
  }
  if (from < line.length) pieces.push(line.slice(from));
  return pieces;
}

/**
 * A full stop or a quotation mark at the end of an address belongs to the sentence, and so does a parenthesis that began before it. What emphasizes
 * stands on both sides: alone at the end it is the address's own, and one of ours may end with it.
 */
function withoutPunctuation(url: string, before: string): string {
  const emphasis = '*_~'.includes(before) ? before : '';
  let end = url.length;
  let unopened = url.split(')').length - url.split('(').length;
  for (let steps = 0; steps < 20; steps += 1) {
    const last = url.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!`${PUNCTUATION}${emphasis}`.includes(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}
