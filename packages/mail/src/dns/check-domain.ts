import { asciiDomain } from '../smtp/domain.ts';
import { checkDkim } from './dkim.ts';
import { checkDmarc } from './dmarc.ts';
import { type DnsResolver, dnsResolver } from './look-up.ts';
import { checkMx } from './mx.ts';
import { check, type DnsCheck } from './result.ts';
import { checkSpf } from './spf.ts';

export type DomainChecks = { spf: DnsCheck; dkim: DnsCheck; dmarc: DnsCheck; mx: DnsCheck };

export type DomainCheckOptions = {
  resolver?: DnsResolver;
  /** Selectors that the provider is known to sign with. */
  dkimSelectors?: readonly string[];
  /** Domains whose servers send for this one, such as `_spf.google.com`. */
  expectedSpfIncludes?: readonly string[];
};

/** Looks up what other mail servers will look at when they get mail from this domain. Never throws; ends within about a minute. */
export async function checkDomain(domain: string, options: DomainCheckOptions = {}): Promise<DomainChecks> {
  const { resolver = dnsResolver(), dkimSelectors = [], expectedSpfIncludes = [] } = options;
  const name = asciiDomain(domain.trim());
  if (name === null || !name.includes('.')) {
    const none = check('fail', domain, 'A domain such as acme.com.');
    return { spf: none, dkim: none, dmarc: none, mx: none };
  }
  const [spf, dkim, dmarc, mx] = await Promise.all([
    checkSpf(resolver, name, expectedSpfIncludes),
    checkDkim(resolver, name, dkimSelectors),
    checkDmarc(resolver, name),
    checkMx(resolver, name),
  ]);
  return { spf, dkim, dmarc, mx };
}
