import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { sdk } from './consumer.ts';

/** A program bundled for browsers and minified, its dependencies included. */
export async function bundle(program: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: sdk },
    bundle: true,
    minify: true,
    format,
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Bytes of a text once gzipped. */
export const zipped = (text: string): number => gzipSync(text, { level: 9 }).length;
