import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const LABELS =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** A domain in ASCII and lower case, without a dot at its end; null for any text that is not a domain, an IP address included. */
export function asciiDomain(text: string): string | null {
  // Node reads a domain as the host of a URL: it would drop what follows "/", decode "%41" and make an address of "1.2".
  // oxlint-disable-next-line no-control-regex
  if (text.length > 253 || /[\u0000-\u0020\u007f-\u00a0/?#\\:%@[\]]/.test(text)) return null;
  const domain = domainToASCII(text).replace(/\.$/, '');
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  return LABELS.test(domain) && isIP(domain) === 0 && !/^\d+$/.test(last) ? domain : null;
}
