import { moment } from '../db/rows.ts';
import type { Account } from '../db/account.ts';
import type { DnsCheck, DnsFindings } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { pausedInboxes, pauseInbox } from './pause.ts';

/** Hours that a domain may fail its checks before its inboxes are paused. */
export const DOMAIN_GRACE_HOURS = 72;

interface Failing {
  id: string;
  address: string;
  spf: DnsCheck;
  dkim: DnsCheck;
  dns_found: DnsFindings | null;
  domain_failing_since: Date;
}

/**
 * Pauses inboxes whose domain has failed SPF or DKIM for longer than the grace period, as a later look-up confirmed.
 * @returns their addresses
 */
export async function judgeDomains(account: Account): Promise<string[]> {
  const failing = await account.rows<Failing>(
    (own) => sql`
      select a.id, a.address, a.spf, a.dkim, a.dns_found, a.domain_failing_since
      from ${own('email_accounts')} as a
      where a.system_paused_at is null and a.removed_at is null
        and a.domain_failed_at >= a.domain_failing_since + ${DOMAIN_GRACE_HOURS} * interval '1 hour'
      order by a.id`,
  );
  const paused: string[] = [];
  for (const inbox of failing) {
    const { id, address, domain_failing_since } = inbox;
    const threshold = { failing_since: moment(domain_failing_since), limit_hours: DOMAIN_GRACE_HOURS };
    if (await pauseInbox(account, id, { cause: 'domain', threshold, rows: rowsOf(inbox) }))
      paused.push(address);
  }
  return paused;
}

function rowsOf({ dns_found, ...inbox }: Failing): object[] {
  return (['spf', 'dkim'] as const)
    .filter((name) => inbox[name] === 'fail')
    .map((name) => ({
      check: name,
      found: dns_found?.[name]?.found ?? null,
      expected: dns_found?.[name]?.expected ?? null,
    }));
}

/** Inboxes that were paused for their domain, and whose domain was looked up since and is in order, by UUID. */
export async function readMendedDomains(account: Account): Promise<string[]> {
  const mended = await account.rows<{ id: string }>(
    (own) => sql`
      select a.id
      from ${own('email_accounts')} as a
      join (${pausedInboxes(own)}) as p on p.id = a.id and p.cause = 'domain'
      where a.domain_failing_since is null and a.dns_checked_at >= p.paused_at and a.removed_at is null
      order by a.id`,
  );
  return mended.map(({ id }) => id);
}
