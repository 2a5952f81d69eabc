import { Refusal } from './refusal.ts';

/** Line breaks, tabs and other control characters, and Unicode's own separators of lines. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/**
 * Refuses a text that is not one line: it would break lists, headers of emails and files that hold it.
 * @param name what the text is, for the message, such as `tags[3]`
 * @param field the field of the input that it belongs to
 * @throws Refusal `invalid_parameter`
 */
export function requireOneLine(text: string, name: string, field = name): void {
  if (!isOneLine(text)) refuse(`${name} must be one line of text, without control characters.`, field);
}

/**
 * Refuses a text of more than `max` characters (code points).
 * @param name what the text is, for the message
 * @param field the field of the input that it belongs to
 * @throws Refusal `invalid_parameter`
 */
export function requireLength(text: string, max: number, name: string, field = name): void {
  const length = [...text].length;
  if (length > max) refuse(`${name} must be at most ${max} characters long; got ${length}.`, field);
}

/** Refuses a number that is not whole, or out of bounds. @throws Refusal `invalid_parameter` */
export function requireWholeNumber(
  value: number,
  [min, max]: readonly [number, number],
  field: string,
): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  refuse(`${field} must be a whole number from ${min} to ${max}; got ${value}.`, field);
}

function refuse(message: string, field: string): never {
  throw new Refusal('invalid_parameter', message, field);
}
