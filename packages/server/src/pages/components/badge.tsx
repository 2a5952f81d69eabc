import type { ComponentChildren } from 'preact';

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={classOf(tone)}>{children}</span>;
}

function classOf(tone: Tone = 'plain'): string {
  return tone === 'plain' ? 'badge' : `badge ${tone}`;
}

/** What needs no colour since it is as it should be: words, and no badge. */
const USUAL = new Set([
  'active',
  'public',
  'sent',
  'delivered',
  'succeeded',
  'pass',
  'complete',
  'good',
  'no_reply',
]);

const BY_TONE = {
  good: ['won', 'interested', 'meeting_booked', 'meeting_completed'],
  warn: ['paused', 'partial', 'warming', 'unknown', 'expired', 'watch', 'hot'],
  bad: ['bounced', 'stalled', 'failed', 'fail', 'disconnected', 'poor'],
  info: ['private', 'running', 'scheduled', 'queued', 'warm'],
} as const satisfies Partial<Record<Tone, readonly string[]>>;

const TONES = new Map<string, Tone>(
  (['good', 'warn', 'bad', 'info'] as const).flatMap((tone) =>
    BY_TONE[tone].map((status): [string, Tone] => [status, tone]),
  ),
);

/** Any of the contract's states in words. Colour is for what somebody should see, red for what is wrong. */
export function Status({ children }: { children: string }) {
  // Written out: a list has a hundred of them, and a component in a component takes twice as long.
  if (USUAL.has(children)) return <span class="usual">{inWords(children)}</span>;
  return <span class={classOf(TONES.get(children))}>{inWords(children)}</span>;
}

/** What the contract's two pauses by the system are called where a campaign is meant. */
const SYSTEM_PAUSES: Record<string, string> = {
  bounced: 'Paused: bounces',
  stalled: 'Paused: deliverability',
};

/** A campaign's status: what the system paused says why. */
export function CampaignStatus({ children }: { children: string }) {
  const pause = SYSTEM_PAUSES[children];
  return pause === undefined ? <Status>{children}</Status> : <Badge tone="bad">{pause}</Badge>;
}

export interface InboxState {
  status: string;
  system_pause: { reason: string } | null;
}

/** An inbox's status in words; a pause by the system comes before what its owner did. */
export function inboxStatusInWords({ status, system_pause }: InboxState): string {
  return system_pause === null ? inWords(status) : `Paused: ${system_pause.reason}`;
}

/** An inbox's status: a pause by the system, and beside it what its owner did, which neither undoes. */
export function InboxStatus({ status, system_pause }: InboxState) {
  if (system_pause === null) return <Status>{status}</Status>;
  return (
    <>
      <Badge tone="bad">{inboxStatusInWords({ status, system_pause })}</Badge>
      {status !== 'active' && (
        <> {status === 'paused' ? <Badge tone="warn">Paused by you</Badge> : <Status>{status}</Status>}</>
      )}
    </>
  );
}

/** A campaign's status in words, as a tab names it. */
export function campaignStatusInWords(status: string): string {
  return SYSTEM_PAUSES[status] ?? inWords(status);
}

/** A reply's intent in words: one that only says that there is a reply waits to be classified. */
export function intentInWords(intent: string): string {
  return intent === 'replied' ? 'Unclassified' : inWords(intent);
}

/** A reply's intent. */
export function Intent({ children }: { children: string }) {
  return children === 'replied' ? (
    <Badge tone="warn">{intentInWords(children)}</Badge>
  ) : (
    <Status>{children}</Status>
  );
}

/** Values of the wire whose own words would leave one to guess. */
const SAID_PLAINLY: Record<string, string> = { partial: 'partly failed', watch: 'at risk' };

/** A value of the wire as a person reads it: `meeting_booked` is "Meeting booked". */
export function inWords(value: string): string {
  const words = SAID_PLAINLY[value] ?? value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
