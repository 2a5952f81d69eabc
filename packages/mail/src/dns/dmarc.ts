import { type Answer, type DnsResolver, textRecords } from './look-up.ts';
import { check, type DnsCheck } from './result.ts';

/** DMARC (RFC 7489) of this domain or, where it has none, of the organisation's. */
export async function checkDmarc(resolver: DnsResolver, domain: string): Promise<DnsCheck> {
  const expected = `A TXT record at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:you@${domain}`;
  // The list of public suffixes takes some megabytes, which a process that never looks does without.
  const { default: tldts } = await import('tldts');
  const organisation = tldts.getDomain(domain, { allowPrivateDomains: true });
  let answer: Answer<string[]> = await textRecords(resolver, `_dmarc.${domain}`, 'v=DMARC1');
  if (answer === 'absent' && organisation !== null && organisation !== domain) {
    answer = await textRecords(resolver, `_dmarc.${organisation}`, 'v=DMARC1');
  }
  if (answer === 'failed') return check('unknown', null, expected);
  if (answer === 'absent') return check('fail', null, expected);
  const [record = '', ...others] = answer.found;
  if (others.length > 0)
    return check('fail', answer.found.join(' | '), `Only one of the ${answer.found.length} DMARC records.`);
  return check(
    /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(record) ? 'pass' : 'fail',
    record,
    expected,
  );
}
