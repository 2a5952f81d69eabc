/** How the generated SQL is laid out, so that a person can read it: see sql/. */

/** Short of 120, since statements stand further in than they were laid out at. */
const WIDTH = 96;

/** Conditions joined by `or` or `and`, which begins each further line. */
export function joined(conditions: readonly string[], word: 'or' | 'and', indent: number): string {
  return conditions.join(`\n${' '.repeat(indent)}${word} `);
}

/** Items with commas between them, broken into lines that begin `indent` spaces in, as the first one does. */
export function listed(items: readonly string[], indent: number): string {
  let width = indent;
  return items
    .map((item, index) => {
      const last = index === items.length - 1;
      const text = last ? item : `${item},`;
      const breaks = index > 0 && width + 1 + text.length > WIDTH;
      const lead = index === 0 ? '' : breaks ? `\n${' '.repeat(indent)}` : ' ';
      width = breaks ? indent + text.length : width + lead.length + text.length;
      return lead + text;
    })
    .join('');
}

/** A text moved to the right, all lines but the first. */
export function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
