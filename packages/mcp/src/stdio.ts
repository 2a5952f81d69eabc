import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { type Access, createServer } from './index.ts';

/** Serves one agent over stdin and stdout. Resolves when it hangs up. */
export async function serve(access: Access, version: string): Promise<void> {
  const server = serveStdio(() => createServer(access, version));
  await new Promise<void>((ended) => process.stdin.once('close', ended).once('end', ended));
  await server.close();
}
