import type { Blame, SmtpStep } from './outcome.ts';
import type { Reply } from './reply.ts';

/** What the words of a refusal name when its codes do not. The lists are short on purpose: they decide who is never written to again. */
const NOBODY_THERE =
  /\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|unavailable|not found|not exist|n[o']t exist|inactive|disabled|invalid|rejected)|\b(?:unknown|no such|invalid) (?:user|mailbox|recipient|address|account)|\bnot (?:a|our) (?:valid |known )?(?:user|mailbox|recipient|customer)/i;
const OUR_FAULT =
  /relay|spam|blocked|block ?list|black ?list|deny ?list|reputation|polic(?:y|ies)|authenticat|not permitted|not authori[sz]ed|\b(?:spf|dkim|dmarc|rbl|dnsbl|ptr|rdns)\b|reverse dns/i;
/** Postfix reports an unknown sender after RCPT TO, with 5.1.0. */
const SENDER_REFUSED = /\bsender\b.{0,40}\b(?:rejected|refused|denied|unknown|invalid)/i;
/** Gmail says 5.2.1 of a mailbox that gets too much just now, and asks to try again. */
const TOO_FAST = /\bat a rate\b|too (?:quickly|many)|rate limit/i;

/**
 * Whose fault a 5xx is, or `nobody` where the code says no for good of what passes by itself: a full mailbox (RFC 3463 X.2.2;
 * RFC 5321 4.5.3.1.10 has 552 read as 452), one that gets too much at once, a conversation that lost its thread (503).
 *
 * What was said before a recipient was named cannot be about the recipient. From there on the enhanced status code (RFC 3463)
 * decides, and where it is missing or says nothing in particular, the words and the basic code (RFC 5321 4.2.3).
 */
export function blame({ code, status, text }: Reply, step: SmtpStep): Blame | 'nobody' {
  if (code === 503) return 'nobody';
  if (step !== 'recipient' && step !== 'data' && step !== 'answer') {
    return status === '5.3.4' || (step === 'sender' && code === 552) ? 'content' : 'sender';
  }
  if (code === 530 || code === 534 || code === 535 || code === 538) return 'sender';
  if (SENDER_REFUSED.test(text)) return 'sender';
  const [category, subject, detail] = (status ?? '').split('.').map(Number);
  if (category === 4) return 'nobody';
  switch (subject) {
    case 1:
      // X.1.7 and X.1.8 are about the sender's address.
      return detail === 7 || detail === 8 ? 'sender' : 'address';
    case 2:
      if (detail === 2 || TOO_FAST.test(text)) return 'nobody';
      if (detail === 3) return 'content';
      return detail === 1 ? 'address' : byWords(code, text, step);
    case 3:
      return detail === 4 ? 'content' : byWords(null, text, step);
    case 4:
      // Microsoft 365 says 5.4.1 of recipients that do not exist.
      return detail === 1 ? byWords(null, text, step) : 'server';
    case 5:
      // Outlook.com says 5.5.0 of mailboxes that do not exist.
      return detail === 0 ? byWords(null, text, step) : 'sender';
    case 6:
      return 'content';
    case 7:
      return 'sender';
    default:
      return byWords(code, text, step);
  }
}

function byWords(code: number | null, text: string, step: SmtpStep): Blame | 'nobody' {
  if (code === 552) return step === 'recipient' ? 'nobody' : 'content';
  if (NOBODY_THERE.test(text) && !OUR_FAULT.test(text)) return 'address';
  if (OUR_FAULT.test(text)) return 'sender';
  if (code === null) return 'server';
  if (code < 510) return 'sender';
  if (code === 556) return 'address';
  if (step === 'recipient') return code === 550 || code === 551 || code === 553 ? 'address' : 'server';
  return 'content';
}
