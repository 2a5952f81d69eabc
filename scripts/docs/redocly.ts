import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { path } from '../paths.ts';

/** Runs Redocly's command without telemetry and without looking for updates. @throws with what it printed */
export async function redocly(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path('scripts/node_modules/@redocly/cli/bin/cli.js'), ...args],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  return stdout;
}
