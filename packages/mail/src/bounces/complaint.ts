import { first } from '../parse/headers.ts';
import type { Mail } from '../parse/mail.ts';
import { identityOf } from './bounce.ts';
import { groups } from './delivery-status.ts';

/** Somebody told their provider that a mail of ours is spam (RFC 5965). */
export interface Complaint {
  /** Such as `abuse`. */
  type: string;
  recipient: string | null;
  /** Ids that the mail complained about may have, the surest first. */
  messageIds: string[];
  tokens: string[];
}

/** Reports of these types blame nobody: taken back, or about how a mail was signed. */
const HARMLESS = new Set(['not-spam', 'auth-failure']);

/** Reads a complaint; null for any other mail. */
export function readComplaint(mail: Mail): Complaint | null {
  const report = mail.reports.find((report) => report.type === 'feedback-report');
  if (!report) return null;
  const fields = groups(report.body).flat();
  const type = (first(fields, 'feedback-type') ?? 'abuse').toLowerCase().slice(0, 50);
  if (HARMLESS.has(type)) return null;
  const to = first(fields, 'original-rcpt-to') ?? first(mail.returned, 'to') ?? '';
  const recipient = /[^\s<>;,"]{1,200}@[^\s<>;,"]{1,253}/.exec(to)?.[0].toLowerCase() ?? null;
  return { type, recipient, ...identityOf(mail) };
}
