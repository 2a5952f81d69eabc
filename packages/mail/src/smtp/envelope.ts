import { asciiDomain } from './domain.ts';

/** Sender and recipient, as the servers see them. An empty `from` is that of a bounce (RFC 5321 4.5.5). */
export type Envelope = { from: string; to: string };

/**
 * An address as it can be said to a server: its domain in ASCII. Null when it is none: a line break in it would be a command of
 * its own. A quoted local part is refused as well, since nobody has one.
 */
export function wireAddress(address: string): string | null {
  // oxlint-disable-next-line no-control-regex
  if (address.length > 320 || /[\s\u0000-\u0020\u007f-\u00a0<>"(),:;\\[\]]/.test(address)) return null;
  if (!address.isWellFormed()) return null;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (at < 1 || local.includes('@') || domain === null || Buffer.byteLength(local) > 64) return null;
  return `${local}@${domain}`;
}

/** Whether an address on the wire needs a server with SMTPUTF8 (RFC 6531). */
export function needsUtf8(address: string): boolean {
  return Buffer.byteLength(address) !== address.length;
}
