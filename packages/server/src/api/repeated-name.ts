/** The parts of JSON that matter here: a string, with the colon after it if it is a name, and where objects begin and end. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/**
 * A name that an object in a JSON text holds twice, of which `JSON.parse` would keep the last without a word. Which one was meant
 * cannot be known, and another program that reads the same text may take the other.
 * @param text that has been parsed, and so is JSON
 */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      // As it is read, since one name can be written in several ways.
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
