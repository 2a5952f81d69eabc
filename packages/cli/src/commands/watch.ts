import { setTimeout as wait } from 'node:timers/promises';

import { type Dashboard, type Lodestone, LodestoneError, type RateLimit } from '@lodestone/sdk';

import { connect } from '../client.ts';
import { type Command, type Flag, type Given, numberOf, textOf } from '../command.ts';
import { OPERATIONS } from '../generated/operations.ts';
import { formatOf } from '../output/writer.ts';
import { json } from '../output/text.ts';
import { isTerminal, out, terminalWidth } from '../environment.ts';
import { screen } from '../screen.ts';
import { flagName } from './operation.ts';

const DASHBOARD = OPERATIONS.find(({ id }) => id === 'getDashboard');

export const watch: Command = {
  name: 'watch',
  summary: 'Show the dashboard and keep it up to date',
  description:
    'Refreshes the dashboard until you press Ctrl+C. It refreshes less often when little of the rate limit is left, and waits when the server says to. When piped, it prints one line of JSON for each refresh.\n\nNeeds the scope analytics:read.',
  flags: [
    {
      name: 'interval',
      type: 'integer',
      placeholder: 'SECONDS',
      minimum: 1,
      maximum: 86_400,
      default: 15,
      help: 'Shortest time between refreshes',
    },
    { name: 'count', type: 'integer', placeholder: 'N', minimum: 1, help: 'Stop after this many refreshes' },
    ...(DASHBOARD?.parameters ?? []).map(({ name, values, default: otherwise, help }): Flag => ({
      name: flagName(name),
      type: 'text',
      help,
      ...(values && { values }),
      ...(otherwise !== undefined && { default: otherwise }),
    })),
  ],
  examples: ['lodestone watch', 'lodestone watch --interval 60 --range 7d'],
  run,
};

async function run(given: Given): Promise<void> {
  const lodestone = connect(given);
  const isLive = isTerminal() && formatOf(undefined, false) === 'table';
  if (isLive) enterScreen();
  const count = numberOf(given, 'count', Infinity);
  const interval = numberOf(given, 'interval', 15) * 1000;
  try {
    for (let readings = 1; ; readings++) {
      const { data, rateLimit } = await read(lodestone, given);
      await out(isLive ? `\u001b[H${onScreen(screen(data, terminalWidth()))}\u001b[J` : `${json(data)}\n`);
      if (readings >= count) return;
      await wait(pause(interval, rateLimit));
    }
  } finally {
    if (isLive) leave();
  }
}

/** Each line ends by clearing what was there before; what is below the screen's end would scroll it. */
function onScreen(text: string): string {
  const rows = Math.max(1, (process.stdout.rows || 24) - 1);
  return text
    .split('\n')
    .slice(0, rows)
    .map((line) => `${line}\u001b[K`)
    .join('\n');
}

const leave = (): void => void process.stdout.write('\u001b[?25h\u001b[?1049l');

/** The alternate screen, so that what stood there before comes back. */
function enterScreen(): void {
  process.stdout.write('\u001b[?1049h\u001b[?25l\u001b[2J');
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      leave();
      process.exit(code);
    });
  }
}

/** Reads the dashboard, however long the server asks to wait. */
async function read(
  lodestone: Lodestone,
  given: Given,
): Promise<{ data: Dashboard; rateLimit: RateLimit | undefined }> {
  const query = { range: textOf(given, 'range'), scope: textOf(given, 'scope') };
  for (;;) {
    try {
      return await lodestone.request<Dashboard>('GET', '/v1/dashboard', { query }).withResponse();
    } catch (error) {
      if (!LodestoneError.is(error, 'rate_limited')) throw error;
      await wait(error.retryAfterMs ?? 60_000);
    }
  }
}

/**
 * Milliseconds until the next reading. At most a tenth of what is left of the quota is used, so that a script beside this one never
 * goes without.
 */
export function pause(interval: number, rateLimit: RateLimit | undefined): number {
  if (!rateLimit) return interval;
  const { remaining, resetMs } = rateLimit;
  return Math.max(interval, remaining < 10 ? resetMs : resetMs / (remaining / 10));
}
