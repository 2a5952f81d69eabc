import { istDay } from '../days.ts';
import type { Lane } from './lane.ts';
import type { PlannedLeads, PlannedRetry } from './model.ts';
import type { Sending } from './sending.ts';
import { localDay } from './zone.ts';

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
  take(lane: Lane, leads: PlannedLeads): Again | undefined {
    for (const [place, waiting] of this.#waiting.entries()) {
      if (waiting.due > lane.slot) return undefined;
      const again = countOf(waiting, lane.at);
      if (!waiting.campaign.allows(lane.slot, lane.at) || !fits(again, lane, leads)) continue;
      this.#waiting.splice(place, 1);
      return again;
    }
    return undefined;
  }

  /** When there may be one to take, after a moment at which there was none. */
  nextChance(lane: Lane, leads: PlannedLeads): number {
    const { at } = lane;
    let chance = Infinity;
    for (const waiting of this.#waiting) {
      const { campaign, due } = waiting;
      const held = !fits(countOf(waiting, at), lane, leads);
      const from = held ? Math.min(lane.changesAt, campaign.dayEnds(at)) : at;
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

function fits({ campaign, lead, countsForInbox, countsForCampaign }: Again, lane: Lane, leads: PlannedLeads) {
  if (countsForInbox && lane.used >= lane.cap) return false;
  return !countsForCampaign || !(campaign.isCapped(lane.at) || campaign.domainIsCapped(leads, lead));
}
