import type { Request, Response } from 'express';

const PUBLIC = new Set(['p', 'b', 'c', 'd', 'l', 'o', 'u']);

/** The operation by its name in the contract, or the part of the server that answered: never anything that a caller wrote. */
export function answeredBy({ originalUrl }: Request, { locals }: Response): string {
  const operation: unknown = locals['operation'];
  if (typeof operation === 'string') return operation;
  const [, first = ''] = originalUrl.split(/[/?]/, 2);
  if (first === 'api') return 'api_refused';
  if (first === 'mcp') return 'mcp';
  return PUBLIC.has(first) ? 'public' : 'application';
}
