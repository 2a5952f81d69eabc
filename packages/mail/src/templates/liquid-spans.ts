/** Where a piece of Liquid that begins at `start` ends: `{{ … }}`, `{% … %}`, and all of `{% raw %}` and `{% comment %}`. */
export function endOfLiquid(text: string, start: number): number {
  const end = endOfDelimited(text, start, text.startsWith('{{', start) ? '}}' : '%}');
  const [, verbatim] = /^\{%-?\s*(raw|comment)\b/.exec(text.slice(start, start + 40)) ?? [];
  if (verbatim === undefined) return end;
  const close = new RegExp(`\\{%-?\\s*end${verbatim}\\s*-?%\\}`, 'g');
  close.lastIndex = end;
  return close.exec(text) === null ? text.length : close.lastIndex;
}

/** A delimiter between quotes is a part of the text there. */
function endOfDelimited(text: string, start: number, delimiter: string): number {
  let quote = '';
  for (let at = start + 2; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (text.startsWith(delimiter, at)) {
      return at + 2;
    }
  }
  return text.length;
}

export function isLiquid(text: string, at: number): boolean {
  // Of `{{{ first_name }}|you}` the first brace is a choice's: three of them are no Liquid.
  if (text.startsWith('{{{', at)) return false;
  return text.startsWith('{{', at) || text.startsWith('{%', at);
}
