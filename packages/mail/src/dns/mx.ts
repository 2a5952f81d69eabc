import { type DnsResolver, mailServers } from './look-up.ts';
import { check, type DnsCheck } from './result.ts';

/** MX: where answers and bounces arrive. */
export async function checkMx(resolver: DnsResolver, domain: string): Promise<DnsCheck> {
  const expected = `An MX record at ${domain} that names the server receiving its email.`;
  const answer = await mailServers(resolver, domain);
  if (answer === 'failed') return check('unknown', null, expected);
  if (answer === 'absent') return check('fail', null, expected);
  // A single dot says that the domain takes no mail at all (RFC 7505).
  const servers = answer.found.filter((exchange) => exchange !== '' && exchange !== '.');
  return servers.length === 0
    ? check('fail', 'null MX', expected)
    : check('pass', servers.join(', '), expected);
}
