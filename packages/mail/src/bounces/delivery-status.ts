import { type Field, first, readFields } from '../parse/headers.ts';
import type { Mail } from '../parse/mail.ts';

export type Action = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';

/** What a mail system says about one recipient. */
export interface RecipientStatus {
  action: Action;
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string | null;
  /** As we wrote to it, where the report says that; else as it was tried last. */
  recipient: string | null;
  /** The words of the server that refused or deferred. */
  diagnostic: string | null;
}

const ACTIONS = new Set<string>(['failed', 'delayed', 'delivered', 'relayed', 'expanded'] satisfies Action[]);

/** Recipients read of one report; ours have one. */
const MAX_RECIPIENTS = 20;

/** The recipients of a delivery status notification (RFC 3464), the worst off first. Without one: none. */
export function recipientStatuses(mail: Mail): RecipientStatus[] {
  const statuses = mail.reports
    .filter((report) => report.type === 'delivery-status')
    .flatMap((report) => groups(report.body))
    .flatMap((fields) => statusOf(fields) ?? []);
  const rank = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
  return statuses
    .slice(0, MAX_RECIPIENTS)
    .toSorted((a, b) => rank.indexOf(a.action) - rank.indexOf(b.action));
}

/** Groups of fields between empty lines. */
export function groups(body: string): Field[][] {
  const raw = Buffer.from(body);
  const found: Field[][] = [];
  for (let at = 0; at < raw.length && found.length < MAX_RECIPIENTS + 1;) {
    const { fields, end } = readFields(raw, at, () => false);
    found.push(fields);
    at = end;
  }
  return found;
}

function statusOf(fields: Field[]): RecipientStatus | null {
  const action = /^[a-z]+/.exec((first(fields, 'action') ?? '').toLowerCase())?.[0] ?? '';
  const recipient = address(first(fields, 'original-recipient')) ?? address(first(fields, 'final-recipient'));
  const status = enhancedStatus(first(fields, 'status') ?? '');
  if (recipient === null && status === null) return null;
  const diagnostic = withoutType(first(fields, 'diagnostic-code') ?? '');
  return {
    action: isAction(action) ? action : status?.startsWith('2') ? 'delivered' : 'failed',
    status,
    recipient,
    diagnostic: diagnostic === '' ? null : diagnostic,
  };
}

function isAction(word: string): word is Action {
  return ACTIONS.has(word);
}

/** The first enhanced status code in a text. Not part of a longer number, such as an address of a host. */
export function enhancedStatus(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text)?.[1] ?? null;
}

/** `rfc822; a@b` or `utf-8; a@b`; the type is left out by some. */
function address(value: string | null): string | null {
  return /[^\s<>;]{1,200}@[^\s<>;]{1,253}/.exec(value ?? '')?.[0].toLowerCase() ?? null;
}

function withoutType(value: string): string {
  return value.replace(/^[\w-]{1,30};\s*/, '').trim();
}
