import type { Schema } from './document.ts';

/** What a schema asks of a value, in words that follow "must be". */
export function mustBe(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer') {
    const { minimum, maximum } = schema;
    if (minimum !== undefined && maximum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
    return 'a whole number';
  }
  if (isMoment(schema))
    return 'an ISO 8601 date, or a date and time with Z or an offset, and a date that exists';
  if (schema.type === 'array') return 'an array';
  if (schema.type === 'object') return 'an object';
  if (schema.maxLength !== undefined) return `a text of at most ${schema.maxLength} characters`;
  return schema.type === undefined ? 'acceptable' : `a ${String(schema.type)}`;
}

/** Whether a schema is of a moment, or of a day as well. */
export function isMoment({ format, anyOf = [] }: Schema): boolean {
  return format === 'date-time' || anyOf.some(isMoment);
}
