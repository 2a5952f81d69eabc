import { type DnsResolver, textRecords } from './look-up.ts';
import { check, type DnsCheck } from './result.ts';

/** RFC 7208 4.6.4: with more look-ups, receivers take the record for broken. */
const MAX_LOOK_UPS = 10;

/**
 * SPF (RFC 7208) of exactly this domain: there is no falling back to the one above. It passes when there is one record, which
 * leads to every one of `includes` and does not let everybody send.
 */
export async function checkSpf(
  resolver: DnsResolver,
  domain: string,
  includes: readonly string[],
): Promise<DnsCheck> {
  const wanted = includes.map((include) => `include:${include} `).join('');
  const expected = `A TXT record at ${domain}: v=spf1 ${wanted}~all`;
  const answer = await textRecords(resolver, domain, 'v=spf1');
  if (answer === 'failed') return check('unknown', null, expected);
  if (answer === 'absent') return check('fail', null, expected);
  const [record = '', ...others] = answer.found;
  if (others.length > 0) {
    return check(
      'fail',
      answer.found.join(' | '),
      `Only one of the ${answer.found.length} SPF records at ${domain}. ${expected}`,
    );
  }
  if (/\s\+?all(?:\s|$)/i.test(record)) {
    return check('fail', record, `"~all" or "-all" at the end: as it is, anyone may send as ${domain}.`);
  }
  const { reached, failed, tooMany } = await walk(resolver, record, domain);
  if (tooMany)
    return check('fail', record, `An SPF record at ${domain} that needs at most ${MAX_LOOK_UPS} look-ups.`);
  const lacking = includes.filter((include) => !reached.has(include.toLowerCase()));
  if (lacking.length === 0) return check('pass', record, expected);
  return check(failed ? 'unknown' : 'fail', record, expected);
}

/** Follows the record to all that it includes. */
async function walk(resolver: DnsResolver, record: string, domain: string) {
  const reached = new Set([domain.toLowerCase()]);
  const todo = [record];
  let lookUps = 0;
  let failed = false;
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    for (const term of next.split(/\s+/)) {
      const [, name] = /^\+?(?:include:|redirect=)(\S+)$/i.exec(term) ?? [];
      const isOther = /^[+~?-]?(?:a|mx|ptr|exists)(?:[:/]|$)/i.test(term);
      if (name === undefined && !isOther) continue;
      lookUps += 1;
      if (lookUps > MAX_LOOK_UPS) return { reached, failed, tooMany: true };
      if (name === undefined || reached.has(name.toLowerCase())) continue;
      reached.add(name.toLowerCase());
      // What depends on the mail at hand cannot be followed.
      const answer = name.includes('%') ? 'failed' : await textRecords(resolver, name, 'v=spf1');
      if (answer === 'failed') failed = true;
      else if (answer !== 'absent') todo.push(answer.found[0] ?? '');
    }
  }
  return { reached, failed, tooMany: false };
}
