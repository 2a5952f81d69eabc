import { resolve } from 'node:path';

import { type Config, DEFAULT_DATA_DIR } from './config.ts';

/** An operator's command as it can be pasted: it names the data directory wherever it would look into another by itself. */
export function operatorCommand(
  command: string,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string {
  const directory = resolve(dataDir);
  const elsewhere = databaseUrl === undefined && directory !== DEFAULT_DATA_DIR;
  return `npx pnpm lodestone ${command}${elsewhere ? ` --data-dir ${quoted(directory)}` : ''}`;
}

/** One word of a shell. */
export function quoted(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
