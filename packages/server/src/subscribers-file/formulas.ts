/** What a spreadsheet takes for a formula, and an apostrophe before it, which a spreadsheet takes for "this is text". */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell that no spreadsheet runs: those that begin as a formula does get an apostrophe more. */
export function defused(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The cell before it was defused. */
export function restored(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
