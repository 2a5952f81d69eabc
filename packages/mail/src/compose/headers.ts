import { storableLine } from '../parse/storable.ts';
import { wireAddress } from '../smtp/envelope.ts';
import type { Header } from './mime.ts';

export type Person = { name?: string | undefined; address: string };

/** UTF-16 units of a subject or a name: what is longer, no program shows. */
const SUBJECT_LENGTH = 500;
const NAME_LENGTH = 200;
/** What a thread refers to: its beginning and its latest mails. RFC 5322 lets it be cut. */
const REFERENCES = 20;
const MESSAGE_ID = /^[\w.!#$%&'*+/=?^`{|}~-]{1,250}@[\w.-]{1,250}$/;

/** A subject on one line, whatever was put into it. */
export function subjectLine(subject: string): string {
  return literal(storableLine(subject, SUBJECT_LENGTH));
}

/** A name entered as an encoded word (RFC 2047) would be shown decoded, with characters that no name may contain. */
function literal(line: string): string {
  return line.replace(/=\?(?=[\w*-]+\?[bq]\?[^?\s]*\?=)/gi, '= ?');
}

/** The subject of an answer in a thread. */
export function replySubject(subject: string): string {
  return /^re\s*:/i.test(subject) ? subjectLine(subject) : subjectLine(`Re: ${subject}`);
}

/** @throws when it is not an address: no header is written with what might be two. */
export function mailbox({ name, address }: Person): { name: string; address: string } {
  const checked = wireAddress(address);
  if (checked === null) throw new Error(`"${storableLine(address, 100)}" is not an email address.`);
  return { name: literal(storableLine(name ?? '', NAME_LENGTH)), address: checked };
}

/** @param id without angle brackets. */
export function messageId(id: string): string {
  if (!MESSAGE_ID.test(id)) throw new Error(`"${storableLine(id, 100)}" is not a Message-ID.`);
  return `<${id}>`;
}

/** What an email answers. The ids may come from strangers' mails: what is not an id is left out. */
export function threadHeaders(thread: readonly string[]): Header[] {
  const ids = [...new Set(thread)].filter((id) => MESSAGE_ID.test(id)).map((id) => `<${id}>`);
  const last = ids.at(-1);
  if (last === undefined) return [];
  const kept = ids.length <= REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES)];
  return [
    ['In-Reply-To', last],
    ['References', kept.join(' ')],
  ];
}

/** Characters of a link to opt out. */
const UNSUBSCRIBE_LENGTH = 400;

/**
 * One-click opt-out (RFC 8058). The fields go out as they stand here, unfolded: folding put a line break into the link, and
 * programs that sign or read it took it for part of it.
 */
export function unsubscribeHeaders(url: string): Header[] {
  if (!/^https?:\/\/[!-;=?-~]+$/.test(url) || url.length > UNSUBSCRIBE_LENGTH) {
    throw new Error(
      `A link to opt out is an ASCII http(s) address of at most ${UNSUBSCRIBE_LENGTH} characters.`,
    );
  }
  return [
    ['List-Unsubscribe', { prepared: true, value: `<${url}>` }],
    ['List-Unsubscribe-Post', { prepared: true, value: 'List-Unsubscribe=One-Click' }],
  ];
}
