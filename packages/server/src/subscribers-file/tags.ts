/** Tags in one cell. A separator that is part of a tag has a backslash before it. */
export function cellOf(tags: readonly string[]): string {
  return tags.map((tag) => tag.replaceAll(/[;,|\\]/g, String.raw`\$&`)).join(';');
}

/** The tags of a cell: between semicolons, commas or bars. A backslash takes its meaning from what follows, or stands for itself. */
export function tagsOf(cell: string): string[] {
  const tags = cell.match(/(?:\\[;,|\\]|[^;,|])+/g) ?? [];
  return tags.map((tag) => tag.replaceAll(/\\([;,|\\])/g, '$1'));
}
