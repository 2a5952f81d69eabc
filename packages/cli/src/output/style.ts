import { styleText } from 'node:util';

import { isTerminal, variable } from '../environment.ts';

type Style = Parameters<typeof styleText>[0];

let allowed = true;

/** `--no-color`. */
export function withoutColour(): void {
  allowed = false;
}

/** Styles a text where that can be seen, and is wanted (no-color.org). */
export function styled(style: Style, text: string): string {
  const wanted = allowed && isTerminal() && !variable('NO_COLOR') && variable('TERM') !== 'dumb';
  return wanted ? styleText(style, text, { validateStream: false } as never) : text;
}

const GOOD = new Set([
  'active',
  'public',
  'good',
  'succeeded',
  'pass',
  'hot',
  'won',
  'interested',
  'meeting_booked',
]);
const WATCH = new Set(['paused', 'watch', 'partial', 'scheduled', 'warm', 'unknown', 'warming']);
const BAD = new Set(['bounced', 'stalled', 'poor', 'failed', 'fail', 'disconnected', 'unsubscribed']);

/** A value's own colour. */
export function coloured(value: unknown, text: string): string {
  if (value === null) return styled('dim', text);
  if (typeof value !== 'string') return text;
  if (GOOD.has(value)) return styled('green', text);
  if (WATCH.has(value)) return styled('yellow', text);
  return BAD.has(value) ? styled('red', text) : text;
}
