import { existsSync, readFileSync } from 'node:fs';

import { path } from '../paths.ts';
import type { Operation } from './document.ts';

/** The languages of openapi/samples, as Redoc names them, with the ending of their files. */
export const LANGUAGES = [
  { lang: 'Shell', label: 'curl', ending: 'sh' },
  { lang: 'TypeScript', label: 'TypeScript', ending: 'ts' },
] as const;

/** The file of an operation's sample, from the top of the repository. */
export function sampleFile(operationId: string, ending: string): string {
  return `openapi/samples/${operationId}.${ending}`;
}

/** Decorator: puts the samples of each operation into its `x-codeSamples`, which Redoc shows. */
export function codeSamples() {
  return {
    Operation: {
      leave(operation: Operation) {
        const { operationId } = operation;
        if (operationId === undefined) return;
        operation['x-codeSamples'] = LANGUAGES.flatMap(({ lang, label, ending }) => {
          const file = path(sampleFile(operationId, ending));
          return existsSync(file) ? [{ lang, label, source: readFileSync(file, 'utf8') }] : [];
        });
      },
    },
  };
}
