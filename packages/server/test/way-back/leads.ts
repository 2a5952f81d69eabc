import type { ReplyIntent } from '@lodestone/core';

/** How a lead's emails fare, and what becomes of it: the truth that the figures are held against. */
export interface Fate {
  name: string;
  /** Out of a hundred leads. */
  share: number;
  domain?: string;
  /** Emails that come into the inbox for such a lead, beside what they write. */
  reports?: number;
  /** What they write back; in a hundred ways to be matched, see `WAYS`. */
  writes?: { text: string; headers?: string[] };
  /** Whether what they write counts as a reply. */
  isReply?: boolean;
  send?: 'bounced' | 'failed';
  enrollment?: 'bounced' | 'stopped';
  stop_reason?: 'replied' | 'unsubscribed';
  intent?: ReplyIntent;
  optsOut?: boolean;
  suppressed?: 'hard_bounce' | 'complaint';
}

const REPLIED = { isReply: true, enrollment: 'stopped', stop_reason: 'replied' } as const;
const BOUNCED = { send: 'bounced', enrollment: 'bounced', suppressed: 'hard_bounce' } as const;

const FATES: Fate[] = [
  { name: 'refused', share: 4, domain: 'refused.test', ...BOUNCED },
  { name: 'gone', share: 4, domain: 'gone.test', reports: 1, ...BOUNCED },
  { name: 'blocked', share: 2, domain: 'blocked.test', send: 'failed' },
  { name: 'policy', share: 3, domain: 'policy.test', reports: 1 },
  // One that tells of the delay, and one that gives up.
  { name: 'full', share: 2, domain: 'full.test', reports: 2 },
  {
    name: 'interested',
    share: 14,
    writes: { text: 'Sounds great, tell me more.' },
    intent: 'interested',
    ...REPLIED,
  },
  {
    name: 'meeting',
    share: 5,
    writes: { text: 'Booked! See you Thursday at 10am.' },
    intent: 'meeting_booked',
    ...REPLIED,
  },
  {
    name: 'declines',
    share: 6,
    writes: { text: 'Not interested, sorry.' },
    intent: 'not_interested',
    ...REPLIED,
  },
  {
    name: 'opts-out',
    share: 4,
    writes: { text: 'Please stop writing to me.' },
    intent: 'unsubscribed',
    optsOut: true,
    ...REPLIED,
  },
  { name: 'vague', share: 4, writes: { text: 'Thanks!' }, intent: 'replied', ...REPLIED },
  {
    name: 'away',
    share: 5,
    writes: { text: 'I am out of the office for a week.', headers: ['Auto-Submitted: auto-replied'] },
  },
  {
    name: 'away-in-words',
    share: 2,
    writes: { text: 'I am out of the office until 1 December.' },
    isReply: true,
    intent: 'out_of_office',
  },
  {
    name: 'ticket',
    share: 2,
    writes: { text: 'We got your message.', headers: ['Auto-Submitted: auto-generated'] },
  },
  {
    name: 'complains',
    share: 2,
    reports: 1,
    enrollment: 'stopped',
    stop_reason: 'unsubscribed',
    suppressed: 'complaint',
  },
];

const SILENT: Fate = { name: 'silent', share: 0 };

/** What an answer names the email by that it answers. */
const WAYS = ['in_reply_to', 'references', 'sent_copy', 'other_address', 'guess'] as const;

export interface Lead {
  email: string;
  fate: Fate;
  way: (typeof WAYS)[number];
}

/** So many leads, of each fate its share and at least one; whoever is left is silent. */
export function leadsOf(count: number): Lead[] {
  const fates = FATES.flatMap((fate) =>
    Array.from({ length: Math.max(1, Math.round((fate.share * count) / 100)) }, () => fate),
  );
  return Array.from({ length: count }, (_, at) => {
    const fate = fates[at] ?? SILENT;
    return {
      email: `${fate.name}-${at}@${fate.domain ?? 'lead.test'}`,
      fate,
      way: WAYS[at % WAYS.length] ?? 'in_reply_to',
    };
  });
}

/** An email as a lead got it. */
export interface Got {
  to: string;
  from: string;
  messageId: string;
}

export function readGot(raw: string): Got {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/));
  const field = (name: string) =>
    new RegExp(`^${name}:\\s*(?:.*<)?([^<>\\s]+)>?\\s*$`, 'im').exec(head)?.[1] ?? '';
  return { to: field('To').toLowerCase(), from: field('From'), messageId: field('Message-ID') };
}

/** What a lead's mail program sends back, and from which address. */
export function answerOf({ fate: { writes }, way }: Lead, got: Got): { from: string; raw: string } {
  const from = way === 'other_address' ? `other-${got.to}` : got.to;
  const id = way === 'sent_copy' ? renamed(got.messageId) : got.messageId;
  const named =
    way === 'guess'
      ? []
      : [way === 'references' ? `References: <x@y.example> <${id}>` : `In-Reply-To: <${id}>`];
  const own = [
    `From: ${from}`,
    `To: ${got.from}`,
    'Subject: Re: Pricing',
    `Message-ID: <re-${got.messageId}>`,
  ];
  const quoted = [
    '',
    'On Fri, Nov 21, 2025 at 10:30 AM Anna <anna@inbox.test> wrote:',
    '> Hi, not interested?',
  ];
  return {
    from,
    raw: [...own, ...named, ...(writes?.headers ?? []), '', writes?.text, ...quoted, ''].join('\r\n'),
  };
}

/** The Message-ID that a provider gave an email on its way, which the copy in the Sent folder has as well. */
function renamed(messageId: string): string {
  return `renamed-${messageId.split('@')[0]}@provider.example`;
}

export function sentCopyOf({ messageId, to }: Got): string {
  const ids = [`Message-ID: <${renamed(messageId)}>`, `X-Google-Original-Message-ID: <${messageId}>`];
  return [...ids, 'From: anna@inbox.test', `To: ${to}`, '', 'Hi', ''].join('\r\n');
}

/** What a provider writes when somebody calls an email spam (RFC 5965). */
export function complaintOf(got: Got): { from: string; raw: string } {
  const lines = [
    'From: feedback@provider.example',
    'Subject: Complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    '',
    'This is a complaint.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'Version: 1',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${got.messageId}>`,
    `To: ${got.to}`,
    '',
    'Hi',
    '--b--',
    '',
  ];
  return { from: 'feedback@provider.example', raw: lines.join('\r\n') };
}
