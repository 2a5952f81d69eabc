import stringWidth from 'string-width';

/** C0, DEL and C1, the separators of lines, and what turns the direction of writing. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A stranger's text in one line, without what would command the terminal. */
export const clean = (text: string): string => text.replace(CONTROLS, ' ');

/** A stranger's text in its own lines. */
export const cleanLines = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/).map(clean);

/** JSON whose texts do not command the terminal either. */
export const json = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Columns that a text takes on a terminal. */
export const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** A text of at most so many columns; one that was cut ends in an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept) + widthOf(segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
