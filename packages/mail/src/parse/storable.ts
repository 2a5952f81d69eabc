// Everything below space but tab and line feed, and DEL: PostgreSQL stores no NUL, and no page shows the others.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Text that PostgreSQL takes and a page can show: well-formed, without control characters but tab and line feed, lines
 * ended by a line feed, and at most `most` UTF-16 units long.
 */
export function storable(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  return cut.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROLS, '').toWellFormed();
}

/** As `storable`, on one line: any white space in a row is one space. */
export function storableLine(text: string, most: number): string {
  return storable(text, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
