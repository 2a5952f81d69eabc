import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const redocly = fileURLToPath(
  new URL('../../../scripts/node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

/** Where a server is asked, and how that ends. */
interface Recording {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Puts `redocly proxy` in front of a server when `LODESTONE_HAR_DIR` is set, so that `pnpm drift` can compare what went
 * over the wire with the document.
 */
export async function recorded(origin: string): Promise<Recording> {
  const folder = process.env['LODESTONE_HAR_DIR'];
  if (folder === undefined) return { origin, stop: async () => {} };
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const har = join(folder, `${randomUUID()}.har`);
  const proxy = spawn(
    process.execPath,
    [redocly, 'proxy', `--target=${origin}`, `--port=${port}`, `--har=${har}`],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'ignore',
    },
  );
  await answering(`http://127.0.0.1:${port}/healthz`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      proxy.kill('SIGINT');
      await once(proxy, 'exit');
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await setTimeout(50);
  }
  throw new Error(`Nothing answers at ${url}.`);
}
