import { Resolver } from 'node:dns/promises';

/** What is asked of `node:dns`; an own Resolver may ask other servers. */
export type DnsResolver = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

/** An answer, or why there is none. Only `absent` is known: a look-up that failed says nothing about the domain. */
export type Answer<T> = { found: T } | 'absent' | 'failed';

/** Milliseconds for one look-up, whatever the resolver's own timeouts. */
const TIMEOUTS = 5_000;
/** Records of one name that are looked at. */
const MAX_RECORDS = 50;

/** Asks these DNS servers, or the machine's, each for two seconds, twice. @param servers addresses, with or without a port */
export function dnsResolver(servers: readonly string[] = []): DnsResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** The TXT records of a name that begin with a version such as `v=spf1`; all of them with ''. */
export async function textRecords(
  resolver: DnsResolver,
  name: string,
  tag: string,
): Promise<Answer<string[]>> {
  const answer = await bounded(() => resolver.resolveTxt(name));
  if (typeof answer === 'string') return answer;
  const records = answer.found.slice(0, MAX_RECORDS).map((pieces) => pieces.join('').slice(0, 2_000));
  const wanted = records.filter((record) => beginsWith(record, tag));
  return wanted.length === 0 ? 'absent' : { found: wanted };
}

/** The mail servers of a domain, the first choice first. */
export async function mailServers(resolver: DnsResolver, domain: string): Promise<Answer<string[]>> {
  const answer = await bounded(() => resolver.resolveMx(domain));
  if (typeof answer === 'string') return answer;
  const records = answer.found.toSorted((a, b) => a.priority - b.priority).slice(0, MAX_RECORDS);
  return records.length === 0 ? 'absent' : { found: records.map(({ exchange }) => exchange) };
}

/** A version is a whole word: "v=spf10" is not one. */
function beginsWith(record: string, tag: string): boolean {
  if (tag === '') return true;
  const rest = record.slice(tag.length);
  return record.slice(0, tag.length).toLowerCase() === tag.toLowerCase() && /^(?:$|[\s;])/.test(rest);
}

async function bounded<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  const { promise: late, resolve } = Promise.withResolvers<'failed'>();
  const timer = setTimeout(() => resolve('failed'), TIMEOUTS);
  try {
    const asked = ask().then(
      (found) => ({ found }),
      (error: NodeJS.ErrnoException) =>
        error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'absent' : 'failed',
    );
    return await Promise.race([asked, late]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
