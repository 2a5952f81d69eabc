import { wireAddress, type Envelope } from '../smtp/envelope.ts';
import { readBody } from './body.ts';
import {
  mailbox,
  messageId,
  type Person,
  subjectLine,
  threadHeaders,
  unsubscribeHeaders,
} from './headers.ts';
import { type Header, mime } from './mime.ts';
import { type Footer, htmlPart, type Named, plainPart } from './parts.ts';

export type Email = {
  from: Person;
  to: Person;
  replyTo?: Person;
  subject: string;
  /** Plain text, its template rendered. Empty lines part paragraphs; addresses of pages and `[words](https://…)` become links. */
  body: string;
  /** Plain text, under the body. */
  signature?: string;
  footer?: Footer;
  /** Ours, without angle brackets. It is the same over all attempts. */
  messageId: string;
  date: Date;
  /** The Message-IDs that came before in the thread, oldest first, without angle brackets. */
  thread?: readonly string[];
  /** A short link that opts out by a POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** Of what no person wrote, so that no other program answers it (RFC 3834). */
  automatic?: boolean;
  /** Where a link of body and signature leads instead. */
  link?: (url: string) => string;
  /** What the HTML part shows in the place of addresses that nobody wants to read. */
  named?: ReadonlyMap<string, Named>;
  /** An image of one pixel. */
  pixel?: string;
  /** A link that nobody sees, in the HTML part alone: who follows it is a machine. */
  trap?: string;
  /** The sender that servers return it to; the address of `from` by default. */
  returnPath?: string;
};

export type ComposedEmail = { raw: Buffer; envelope: Envelope };

/**
 * Writes an email as servers take it: text and HTML of one source, and headers that no name, subject or field can add to.
 * The same input gives the same bytes.
 * @throws an Error when an address, the Message-ID or the link to opt out is not valid.
 */
export async function composeMail(email: Email): Promise<ComposedEmail> {
  const from = mailbox(email.from);
  const to = mailbox(email.to);
  const content = {
    body: readBody(email.body),
    signature: readBody(email.signature ?? ''),
    footer: email.footer ?? {},
    link: email.link ?? ((url: string) => url),
    named: email.named ?? new Map<string, Named>(),
    pixel: email.pixel ?? null,
    trap: email.trap ?? null,
  };
  const headers: Header[] = [
    ['From', from],
    ['To', to],
    ...optional('Reply-To', email.replyTo && mailbox(email.replyTo)),
    ['Subject', subjectLine(email.subject)],
    ['Date', email.date],
    ['Message-ID', messageId(email.messageId)],
    ...threadHeaders(email.thread ?? []),
    ...(email.unsubscribeUrl === undefined ? [] : unsubscribeHeaders(email.unsubscribeUrl)),
    ...optional('Auto-Submitted', email.automatic === true ? 'auto-generated' : undefined),
  ];
  const raw = await mime(email.messageId, headers, plainPart(content), htmlPart(content));
  return { raw, envelope: { from: returnPathOf(email, from.address), to: to.address } };
}

function returnPathOf({ returnPath }: Email, address: string): string {
  if (returnPath === undefined) return address;
  const checked = wireAddress(returnPath);
  if (checked === null) throw new Error('The return path is not an email address.');
  return checked;
}

function optional(name: string, value: Header[1] | undefined): Header[] {
  return value === undefined ? [] : [[name, value]];
}
