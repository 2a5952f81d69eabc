/** Whether a text can be stored and found again as it is: no NUL, which PostgreSQL refuses, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Where a JSON value holds a text that cannot be stored, as `tags[3]`; undefined when nowhere. Walks without recursion, since
 * a body may be nested deeper than the stack.
 */
export function unstorableAt(value: unknown): string | undefined {
  const waiting: [path: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isStorable(value)) return path || 'The body';
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) waiting.push([`${path}[${index}]`, item]);
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      if (!isStorable(key)) return 'A field name';
      waiting.push([path === '' ? key : `${path}.${key}`, item]);
    }
  }
  return undefined;
}

/** A value as it is quoted in a message: short, on one line. What holds others is not written out, however deep it may be. */
export function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  const text = String(value);
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `'${shown.toWellFormed().replaceAll(/[^\P{Cc}]/gu, '\uFFFD')}'`;
}
