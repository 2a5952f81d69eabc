import type { Account } from '../db/account.ts';
import { momentOrNull } from '../db/rows.ts';
import type { DnsCheck, DnsFindings } from '../db/schema.ts';
import { sql } from '../db/sql.ts';
import { uuidOf } from '../ids.ts';
import { notFound } from '../refusal.ts';

export const CHECKS = ['spf', 'dkim', 'dmarc', 'mx'] as const;
export type CheckName = (typeof CHECKS)[number];

/** What was looked up about the domain of an inbox. */
type DomainFindings = Record<CheckName, { result: DnsCheck; found: string | null; expected: string }>;

/** Connected inboxes by what their domains are looked up by. Ids are UUIDs. */
export async function inboxesToCheck(
  account: Account,
): Promise<{ id: string; domain: string; dkim_selector: string | null; provider: string }[]> {
  const inboxes = await account
    .select('email_accounts')
    .select(['id', 'address', 'dkim_selector', 'provider'])
    .where('removed_at', 'is', null)
    .where('smtp_secret', 'is not', null)
    .orderBy('id')
    .execute();
  return inboxes.map(({ address, ...inbox }) => ({ ...inbox, domain: domainOf(address) }));
}

/**
 * Keeps what was found of an inbox's domain, and since when SPF or DKIM has failed. A look-up that failed leaves the verdict
 * before it, and counts against nobody.
 */
export async function keepDomainChecks(
  account: Account,
  { id, findings }: { id: string; findings: DomainFindings },
): Promise<void> {
  const verdicts = Object.fromEntries(
    CHECKS.flatMap((name) => (isKnown(findings[name]) ? [[name, findings[name].result]] : [])),
  );
  const found: DnsFindings = Object.fromEntries(
    CHECKS.map((name) => [name, { found: findings[name].found, expected: findings[name].expected }]),
  );
  const verdict = (name: 'spf' | 'dkim') => verdicts[name] ?? sql.ref(name);
  const fails = sql<boolean>`(${verdict('spf')} = 'fail' or ${verdict('dkim')} = 'fail')`;
  const saysSo = findings.spf.result === 'fail' || findings.dkim.result === 'fail';
  const now = sql<Date>`clock_timestamp()`;
  await account
    .update('email_accounts')
    .set({
      ...verdicts,
      dns_found: JSON.stringify(found),
      dns_checked_at: now,
      domain_failing_since: sql<Date | null>`case when ${fails} then coalesce(domain_failing_since, ${now}) end`,
      domain_failed_at: sql<Date | null>`case when ${fails} then ${saysSo ? now : sql.ref('domain_failed_at')} end`,
    })
    .where('id', '=', id)
    .execute();
}

function isKnown({ result, found }: DomainFindings[CheckName]): boolean {
  return result !== 'unknown' || found !== null;
}

/** What DNS says of an inbox's domain, and what it should say. `found` and `expected` are null before the first look-up. */
export async function readDomainChecks(account: Account, { id }: { id: string }) {
  const uuid = uuidOf('eml', id, 'sending inbox');
  const inbox = await account
    .select('email_accounts')
    .select(['address', 'dns_found', 'dns_checked_at', 'domain_failing_since', ...CHECKS])
    .where('id', '=', uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!inbox) throw notFound('sending inbox');
  return {
    domain: domainOf(inbox.address),
    checked_at: momentOrNull(inbox.dns_checked_at),
    failing_since: momentOrNull(inbox.domain_failing_since),
    checks: checksOf(inbox),
  };
}

/** Each check with its verdict, what was found, and what should stand there. */
export function checksOf(inbox: Record<CheckName, DnsCheck> & { dns_found: DnsFindings | null }) {
  return CHECKS.map((name) => ({
    name,
    result: inbox[name],
    found: inbox.dns_found?.[name]?.found ?? null,
    expected: inbox.dns_found?.[name]?.expected ?? null,
  }));
}

export type InboxDomain = Awaited<ReturnType<typeof readDomainChecks>>;

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
