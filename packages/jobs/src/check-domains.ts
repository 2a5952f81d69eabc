import {
  type Account,
  accountsWithInboxes,
  inboxesToCheck,
  keepDomainChecks,
  resumeMended,
} from '@lodestone/core';
import { checkDomain, dnsResolver, type DomainChecks } from '@lodestone/mail';

import type { Job } from './job.ts';

/** Where providers say that their servers are, for the domains that send through them. */
const SPF_INCLUDES: Record<string, string[]> = {
  google: ['_spf.google.com'],
  microsoft: ['spf.protection.outlook.com'],
};

const DKIM_SELECTORS: Record<string, string[]> = {
  google: ['google'],
  microsoft: ['selector1', 'selector2'],
};

/** Looks up SPF, DKIM, DMARC and MX of the domains that inboxes send from, twice a day. */
export const checkDomainsJob: Job = {
  name: 'check_domains',
  schedule: { cron: '17 */12 * * *', zone: 'UTC' },
  timeoutMs: 900_000,
  limit: Infinity,
  run: async ({ db, forEach, settings, signal }) => {
    const lookUp = openLookUps(settings.dnsServers);
    return forEach(await accountsWithInboxes(db), async (account, run) => {
      for (const inbox of await inboxesToCheck(account)) {
        if (signal.aborted) return;
        await keepDomainChecks(account, { id: inbox.id, findings: await lookUp(inbox) });
        run.done();
      }
    });
  },
};

/**
 * Looks up the domain of one inbox now, and lifts the system's pause for it if it is in order.
 * @param id UUID of a connected inbox; of any other nothing is looked up
 * @param dnsServers as in `JobSettings`
 */
export async function checkDomainOf(
  account: Account,
  { id, dnsServers }: { id: string; dnsServers: readonly string[] | undefined },
): Promise<void> {
  const inbox = (await inboxesToCheck(account)).find((one) => one.id === id);
  if (!inbox) return;
  await keepDomainChecks(account, { id, findings: await openLookUps(dnsServers)(inbox) });
  await resumeMended(account);
}

type Looked = Awaited<ReturnType<typeof inboxesToCheck>>[number];

/** Each domain is looked up once, however many inboxes send from it. */
function openLookUps(dnsServers: readonly string[] | undefined): (inbox: Looked) => Promise<DomainChecks> {
  const resolver = dnsResolver(dnsServers);
  const looked = new Map<string, Promise<DomainChecks>>();
  return ({ domain, dkim_selector, provider }) => {
    const key = `${domain} ${dkim_selector ?? ''} ${provider}`;
    const looking =
      looked.get(key) ??
      checkDomain(domain, {
        resolver,
        dkimSelectors: dkim_selector === null ? (DKIM_SELECTORS[provider] ?? []) : [dkim_selector],
        expectedSpfIncludes: SPF_INCLUDES[provider] ?? [],
      });
    looked.set(key, looking);
    return looking;
  };
}
