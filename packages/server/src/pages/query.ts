/** A field's text, trimmed; empty when it is absent, given twice, or nothing that can be stored. */
export function textOf(fields: URLSearchParams, name: string): string {
  const values = fields.getAll(name);
  const [value = ''] = values;
  return values.length > 1 || value.includes('\0') || !value.isWellFormed() ? '' : value.trim();
}

/** One of some values; anything else is the first of them, as if nothing had been asked for. */
export function choiceOf<const Value extends string>(
  fields: URLSearchParams,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const asked = textOf(fields, name);
  return values.find((value) => value === asked) ?? values[0];
}

/** Rows of a list to skip; 0 for anything that is no such number. */
export function offsetOf(fields: URLSearchParams): number {
  const digits = textOf(fields, 'offset');
  return /^\d{1,10}$/.test(digits) && Number(digits) <= 2_147_483_647 ? Number(digits) : 0;
}

/** An address with a query. Parameters that are empty or undefined are left out. */
export function addressOf(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') given.set(name, String(value));
  }
  return given.size === 0 ? path : `${path}?${given}`;
}

/** A time of day as it was typed: 9:30 is 09:30. Core refuses what is none. */
export function timeOfDay(text: string): string {
  return text.replace(/^\d:(?=\d\d$)/, '0$&');
}

/** A whole number as it was typed; core refuses anything else and names the field. */
export function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
