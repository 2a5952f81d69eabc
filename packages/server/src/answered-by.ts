import type { Request, Response } from 'express';

import { PUBLIC_FOLDERS } from './public/folders.ts';

/** Where people are who have no account: the preferences, too, are reached from links in emails. */
const PUBLIC = new Set<string>([...PUBLIC_FOLDERS, 'preferences']);

/** The operation by its name in the contract, or the part of the server that answered: never anything that a caller wrote. */
export function answeredBy({ originalUrl }: Request, { locals }: Response): string {
  const operation: unknown = locals['operation'];
  if (typeof operation === 'string') return operation;
  const [, first = ''] = originalUrl.split(/[/?]/, 2);
  if (first === 'api') return 'api_refused';
  if (first === 'mcp') return 'mcp';
  return PUBLIC.has(first) ? 'public' : 'application';
}
