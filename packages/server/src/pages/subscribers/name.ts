/** A subscriber's name, or null while it is not known. */
export function nameOf({
  first_name,
  last_name,
}: {
  first_name: string | null;
  last_name: string | null;
}): string | null {
  return [first_name, last_name].filter((part) => part !== null).join(' ') || null;
}
