/**
 * Where a spreadsheet takes what follows for a formula: at the beginning of a cell, and behind what it takes for the end of one. Where
 * a comma is written in numbers, a semicolon separates cells; the full-width signs are those of Japanese keyboards.
 */
const BEGINNING = '(?<=^|[;\\n\\r])';
const FORMULA = "(?='*[=+\\-@\\t\\r＝＋－＠])";
const PLAIN = new RegExp(BEGINNING + FORMULA, 'g');
const DEFUSED = new RegExp(`${BEGINNING}'${FORMULA}`, 'g');

/** A cell of which no spreadsheet runs anything: what begins as a formula does gets an apostrophe, which says "this is text". */
export function defused(cell: string): string {
  return cell.replaceAll(PLAIN, "'");
}

/** The cell before it was defused. */
export function restored(cell: string): string {
  return cell.replaceAll(DEFUSED, '');
}
