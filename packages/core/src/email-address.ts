import { domainToASCII } from 'node:url';

/** At most 64 bytes (RFC 5321, 4.5.3.1.1), without what has a meaning of its own in a header. Nobody has a quoted one. */
const LOCAL = /^[^\s@<>"(),:;\\[\]\p{Cc}]+$/u;

/** In ASCII: two labels or more, of which the last begins with a letter, so that no IP address is a domain. */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Whether a text, in lower case, is an address that an email can be sent to. Whose it is, only an email finds out. */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || text.length > 320 || !text.isWellFormed()) return false;
  return LOCAL.test(local) && Buffer.byteLength(local) <= 64 && asciiDomain(domain) !== null;
}

/** A domain in ASCII, in which alphabets other than the Latin one are written as `xn--…`; null for a text that is not a domain. */
export function asciiDomain(text: string): string | null {
  // Node reads a domain as the host of a URL: it drops what follows a slash, and decodes "%41".
  if (!/^[\p{L}\p{M}\p{N}_.-]+$/u.test(text)) return null;
  const domain = domainToASCII(text);
  return DOMAIN.test(domain) ? domain : null;
}

/** An address with its domain in ASCII: a mailbox is known by this form, however its domain was written. */
export function inAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return `${address.slice(0, at)}${asciiDomain(address.slice(at)) ?? address.slice(at)}`;
}
