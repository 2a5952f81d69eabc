import type { PlannedCampaign, PlannedLeads } from './model.ts';
import { GRACE } from './slots.ts';
import { isOpen, openSpans } from './window.ts';
import { nextLocalDay, type Zone, zoneOf } from './zone.ts';

/** A campaign while its days go by. */
export interface Sending {
  campaign: PlannedCampaign;
  /** Of several campaigns that are as good, the first comes first. */
  place: number;
  zone: Zone;
  /** From when on, at or after a moment, it may send by its window; infinity for not in this plan. */
  opensAt(at: number): number;
  /** Whether a slot may be used at a moment soon after it: both are within the window. */
  allows(slot: number, at: number): boolean;
  isCapped(at: number): boolean;
  dayEnds(at: number): number;
  domainIsCapped(leads: PlannedLeads, lead: number): boolean;
  /** @param counts whether it counts against the limits of the campaign's day */
  sent(leads: PlannedLeads, lead: number, counts: boolean): void;
}

/**
 * Milliseconds at the end of a window that are left alone: the sender looks for work every second, and would come to a slot in
 * them when the window is shut.
 */
const LAST_MOMENTS = 3_000;

export function startCampaign(
  campaign: PlannedCampaign,
  place: number,
  from: number,
  until: number,
): Sending {
  const zone = zoneOf(campaign.window.time_zone);
  // A slot of before the beginning may still be used.
  const spans = openSpans(campaign.window, from - GRACE, until + 1 + LAST_MOMENTS).map((span) => ({
    from: span.from,
    until: span.until - LAST_MOMENTS,
  }));
  let [used, ends] = [campaign.used, nextLocalDay(zone, from)];
  const byDomain = new Map(campaign.used_by_domain);
  const rollOver = (at: number) => {
    if (at < ends) return;
    [used, ends] = [0, nextLocalDay(zone, at)];
    byDomain.clear();
  };
  const opensAt = (at: number) => {
    const open = spans.find(({ until }) => at < until);
    return open ? Math.max(open.from, at) : Infinity;
  };
  return {
    campaign,
    place,
    zone,
    opensAt,
    allows: (slot, at) => opensAt(slot) === slot && (slot === at || isOpen(campaign.window, at)),
    isCapped: (at) => {
      rollOver(at);
      return used >= campaign.daily_limit;
    },
    dayEnds: (at) => {
      rollOver(at);
      return ends;
    },
    domainIsCapped: (leads, lead) =>
      campaign.domain_limit !== null && (byDomain.get(domainOf(leads, lead)) ?? 0) >= campaign.domain_limit,
    sent: (leads, lead, counts) => {
      if (!counts) return;
      used++;
      if (campaign.domain_limit === null) return;
      const domain = domainOf(leads, lead);
      byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1);
    },
  };
}

function domainOf(leads: PlannedLeads, lead: number): string {
  return leads.domains[leads.domain[lead] ?? 0] ?? '';
}
