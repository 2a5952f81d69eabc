import { Refusal } from '@lodestone/core';

/** What a form shows beside its field. @throws the error itself, unless it refuses a field */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal) || error.field === undefined) throw error;
  return { [error.field]: error.message };
}
