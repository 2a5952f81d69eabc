import { istDay } from '../days.ts';
import type { PlannedLeads, PlannedRetry } from './model.ts';
import type { Sending } from './sending.ts';
import { localDay } from './zone.ts';

/** How far an inbox is in its day. */
export interface InboxDay {
  /** When it may send next. */
  at: number;
  /** The slot that it uses then: the lead that gets the email was due by then, within the window. Without gaps it is the moment itself. */
  slot: number;
  /** Emails a day, as far as its warm-up has come by then. */
  cap: number;
  used: number;
  /** When it may send more again: its day ends, or its warm-up moves on. */
  changesAt: number;
}

interface Waiting {
  lead: number;
  due: number;
  retry: PlannedRetry;
  campaign: Sending;
}

/** A step that is tried again now, and what it counts against. */
export interface Again extends Waiting {
  countsForInbox: boolean;
  countsForCampaign: boolean;
}

/** Steps of an inbox that were put off, of which there are few. Who was due first comes first. */
export class RetryQueue {
  #waiting: Waiting[] = [];

  add(lead: number, due: number, retry: PlannedRetry, campaign: Sending): void {
    const after = this.#waiting.findIndex((one) => one.due > due);
    this.#waiting.splice(after === -1 ? this.#waiting.length : after, 0, { lead, due, retry, campaign });
  }

  /** Takes the first that every limit has room for. */
  take(inbox: InboxDay, leads: PlannedLeads): Again | undefined {
    for (const [place, waiting] of this.#waiting.entries()) {
      if (waiting.due > inbox.slot) return undefined;
      const again = countOf(waiting, inbox.at);
      if (!waiting.campaign.allows(inbox.slot, inbox.at) || !fits(again, inbox, leads)) continue;
      this.#waiting.splice(place, 1);
      return again;
    }
    return undefined;
  }

  /** When there may be one to take, after a moment at which there was none. */
  nextChance(inbox: InboxDay, leads: PlannedLeads): number {
    const { at } = inbox;
    let chance = Infinity;
    for (const waiting of this.#waiting) {
      const { campaign, due } = waiting;
      const held = !fits(countOf(waiting, at), inbox, leads);
      const from = held ? Math.min(inbox.changesAt, campaign.dayEnds(at)) : at;
      chance = Math.min(chance, campaign.opensAt(Math.max(due, from)));
    }
    return chance;
  }
}

/** A second attempt on one day counts no second time. */
function countOf(waiting: Waiting, at: number): Again {
  const { tried_at } = waiting.retry;
  const { zone } = waiting.campaign;
  return {
    ...waiting,
    countsForInbox: istDay(new Date(tried_at)) !== istDay(new Date(at)),
    countsForCampaign: localDay(zone, tried_at) !== localDay(zone, at),
  };
}

function fits(
  { campaign, lead, countsForInbox, countsForCampaign }: Again,
  inbox: InboxDay,
  leads: PlannedLeads,
) {
  if (countsForInbox && inbox.used >= inbox.cap) return false;
  return !countsForCampaign || !(campaign.isCapped(inbox.at) || campaign.domainIsCapped(leads, lead));
}
