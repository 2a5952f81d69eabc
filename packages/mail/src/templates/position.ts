/** Something that is wrong with a template, in words for its author. Lines and columns begin at 1. */
export interface TemplateProblem {
  message: string;
  line: number;
  column: number;
  /** Set when the only thing wrong is that nobody has the field: somebody may, later. */
  unknownField?: true;
}

/** A problem at an index of the text. */
export function problemAt(text: string, index: number, message: string): TemplateProblem {
  const before = text.slice(0, index).split('\n');
  return { message, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
