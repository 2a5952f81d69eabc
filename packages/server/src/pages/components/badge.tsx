import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={classOf(tone)}>{children}</span>;
}

function classOf(tone: Tone = 'plain'): string {
  return tone === 'plain' ? 'badge' : `badge ${tone}`;
}

const TONES = new Map<string, Tone>([
  ...(
    [
      'active',
      'public',
      'sent',
      'delivered',
      'succeeded',
      'won',
      'meeting_completed',
      'pass',
      'complete',
      'good',
    ] as const
  ).map((status): [string, Tone] => [status, 'good']),
  ...(
    [
      'paused',
      'partial',
      'queued',
      'scheduled',
      'warming',
      'warm',
      'out_of_office',
      'unknown',
      'expired',
      'watch',
    ] as const
  ).map((status): [string, Tone] => [status, 'warn']),
  ...(
    [
      'bounced',
      'stalled',
      'failed',
      'revoked',
      'unsubscribed',
      'not_interested',
      'fail',
      'disconnected',
      'hot',
      'poor',
    ] as const
  ).map((status): [string, Tone] => [status, 'bad']),
  ...(['private', 'interested', 'meeting_booked', 'running', 'replied', 'completed', 'cool'] as const).map(
    (status): [string, Tone] => [status, 'info'],
  ),
]);

/** Any of the contract's states, in its colour and in words. */
export function Status({ children }: { children: string }) {
  // Written out: a list has a hundred of them, and a component in a component takes twice as long.
  return <span class={classOf(TONES.get(children))}>{inWords(children)}</span>;
}

/** A value of the wire as a person reads it: `meeting_booked` is "Meeting booked". */
export function inWords(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
