import type { Mail } from '../parse/mail.ts';

/** What a calendar says for whoever uses it: of an invitation that they got, or that they send. */
export type Invitation = 'accepted' | 'declined' | 'tentative' | 'countered' | 'sent' | 'cancelled';

const ANSWERS: Record<string, Invitation> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

const METHODS: Record<string, Invitation> = {
  request: 'sent',
  counter: 'countered',
  cancel: 'cancelled',
};

/**
 * What the calendar in a mail says (RFC 5546); null for a mail without one, or one that only announces a date. It is a person's doing,
 * although a program writes it.
 */
export function readInvitation({ calendar }: Mail): Invitation | null {
  if (calendar === null) return null;
  // RFC 5545 3.1: a line goes on where the next begins with a blank.
  const lines = calendar.replace(/\r?\n[ \t]/g, '');
  const method = /^METHOD:[ \t]*(\w+)/im.exec(lines)?.[1]?.toLowerCase() ?? '';
  if (method !== 'reply') return METHODS[method] ?? null;
  const answer = /^ATTENDEE[^\n]{0,2000}?;PARTSTAT="?([\w-]+)/im.exec(lines)?.[1]?.toLowerCase() ?? '';
  return ANSWERS[answer] ?? null;
}
