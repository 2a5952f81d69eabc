import { type Answer, type DnsResolver, textRecords } from './look-up.ts';
import { check, type DnsCheck } from './result.ts';

/** Names under which common providers keep their keys. */
const USUAL = [
  'google',
  'selector1',
  'selector2',
  'default',
  'dkim',
  'mail',
  's1',
  's2',
  'k1',
  'fm1',
  'zoho',
];

/**
 * DKIM (RFC 6376). A key is kept under a selector, which only the signer knows: where none is given the usual ones are tried, and not
 * finding one tells nothing.
 */
export async function checkDkim(
  resolver: DnsResolver,
  domain: string,
  selectors: readonly string[],
): Promise<DnsCheck> {
  const known = selectors.length > 0;
  const tried = known ? selectors : USUAL;
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`;
  const expected = known
    ? `A TXT or CNAME record at ${selectors.map(nameOf).join(' or ')} with the key that your provider shows.`
    : `The DKIM key that your provider shows, at <selector>._domainkey.${domain}.`;
  const answers = await Promise.all(tried.map((selector) => keyAt(resolver, nameOf(selector))));
  const found = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.found]));
  const key = found.find((record) => !isRevoked(record));
  if (key !== undefined) return check('pass', key, expected);
  const [revoked] = found;
  if (revoked !== undefined)
    return check('fail', revoked, `${expected} The key there was revoked: its p= is empty.`);
  return check(known && !answers.includes('failed') ? 'fail' : 'unknown', null, expected);
}

/** Its version is optional (RFC 6376 3.6.1); what makes it a key is `p=`. */
async function keyAt(resolver: DnsResolver, name: string): Promise<Answer<string>> {
  const answer = await textRecords(resolver, name, '');
  if (typeof answer === 'string') return answer;
  const key = answer.found.find((record) => /(?:^|;)\s*p\s*=/i.test(record));
  return key === undefined ? 'absent' : { found: key };
}

function isRevoked(record: string): boolean {
  return /(?:^|;)\s*p\s*=\s*(?:;|$)/i.test(record);
}
