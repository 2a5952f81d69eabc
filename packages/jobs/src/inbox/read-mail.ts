import { createHash } from 'node:crypto';

import type { Reading, ReceivedMail } from '@lodestone/core';
import {
  type Bounce,
  type Complaint,
  type FetchedMail,
  type Mail,
  parseMail,
  readAutoReply,
  readBounce,
  readComplaint,
  readIntent,
  readInvitation,
  returnDate,
  stripQuoted,
} from '@lodestone/mail';

/** Reads an email as it lies in an inbox: what it is, what is new in it, and how to find out which of ours it is about. */
export async function readMail({ raw, size, receivedAt }: FetchedMail): Promise<ReceivedMail> {
  const mail = await parseMail(raw);
  const { reply, quoted } = stripQuoted(mail.text);
  return {
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    message_id: mail.messageId,
    from_address: mail.from?.address ?? '',
    subject: mail.subject,
    body: bodyOf(mail, reply, quoted),
    quoted,
    received_at: receivedAt,
    raw,
    size,
    ...readingOf(mail, reply, receivedAt),
  };
}

/** A calendar's own words about its use are nobody's, and its subject says all of it. */
function bodyOf(mail: Mail, reply: string, quoted: string): string {
  const text = reply === '' && quoted === '' ? mail.text : reply;
  if (readInvitation(mail) === null) return text;
  return text.trim() === '' || isProgram(mail) ? (mail.subject ?? '') : text;
}

/** Whether a program says of itself that it wrote it. */
function isProgram({ headers }: Mail): boolean {
  return !/^(?:no)?$/i.test(headers['auto-submitted']?.[0]?.trim() ?? '');
}

type Read = Pick<ReceivedMail, 'in_reply_to' | 'references' | 'tokens'> & { reading: Reading };

/** Reports first: they are automatic answers as well, and quote what a person might have written. */
function readingOf(mail: Mail, reply: string, receivedAt: Date): Read {
  const complaint = readComplaint(mail);
  if (complaint) {
    const { type, recipient } = complaint;
    return { reading: { kind: 'complaint', type, recipient }, ...identityOf(complaint) };
  }
  const bounce = readBounce(mail);
  if (bounce) {
    const { kind: outcome, action, status, diagnostic, recipient } = bounce;
    const reading = { kind: 'bounce' as const, outcome, action, status, diagnostic, recipient };
    return { reading, ...identityOf(bounce) };
  }
  const identity = { in_reply_to: mail.inReplyTo, references: mail.references, tokens: mail.tokens };
  return { reading: answerOf(mail, reply, receivedAt), ...identity };
}

function identityOf({ messageIds, tokens }: Bounce | Complaint): Omit<Read, 'reading'> {
  return { in_reply_to: messageIds, references: [], tokens };
}

function answerOf(mail: Mail, reply: string, receivedAt: Date): Reading {
  const invitation = readInvitation(mail);
  if (invitation !== null) {
    // A program's text asks for no end.
    const end = isProgram(mail) ? undefined : endIn(reply);
    return { kind: 'reply', invitation, ...(end !== undefined && { end }) };
  }
  const automatic = readAutoReply(mail, receivedAt);
  if (automatic?.kind === 'out_of_office') {
    const { rule, until, evidence } = automatic;
    return { kind: 'out_of_office', rule, until, evidence };
  }
  if (automatic) {
    const { kind, rule, evidence } = automatic;
    return { kind: 'automatic', rule, ...(kind === 'left' && evidence !== null && { left: evidence }) };
  }
  const found = readIntent(reply);
  if (found?.optOut) return { kind: 'reply', end: found.evidence };
  const isAway = found?.intent === 'out_of_office';
  return isAway ? { kind: 'reply', away: { until: returnDate(reply, receivedAt) } } : { kind: 'reply' };
}

function endIn(reply: string): string | undefined {
  const found = readIntent(reply);
  return found?.optOut ? found.evidence : undefined;
}
