import { beginningOfIstDay, istDay } from '../days.ts';
import type { PlannedInbox, PlanInput } from './model.ts';
import { DueQueue } from './queue.ts';
import { type InboxDay, RetryQueue } from './retries.ts';
import type { Sending } from './sending.ts';
import { GRACE, isPaced, lastSlot, nextSlot } from './slots.ts';
import { startWarmUp } from './warm-up.ts';

const DAY = 86_400_000;

export interface Queues {
  campaign: Sending;
  follow: DueQueue;
  fresh: DueQueue;
  /** Leads at domains that have had their share of the day, and when they come back with the place that they had. */
  waiting: number[];
  waitsUntil: number;
}

/** An inbox while its days go by. */
export interface InboxTimeline extends InboxDay {
  inbox: PlannedInbox;
  place: number;
  /** How often it has been its turn at the moment when it may send next. */
  turns: number;
  queues: Map<Sending, Queues>;
  retries: RetryQueue;
  rollOver(at: number): void;
  moveTo(at: number): void;
  /** @param counts whether it counts against the inbox's day */
  sent(at: number, counts: boolean): void;
}

export function startTimeline(inbox: PlannedInbox, place: number, from: number): InboxTimeline {
  const warming = inbox.warm_up && startWarmUp(inbox.warm_up, from);
  let dayEnds = endOfDay(from);
  const nextChange = () => Math.min(dayEnds, warming?.movesAt ?? Infinity);
  const timeline: InboxTimeline = {
    inbox,
    place,
    ...firstChance(inbox, from),
    turns: 0,
    cap: inbox.cap,
    used: inbox.used,
    changesAt: nextChange(),
    queues: new Map(),
    retries: new RetryQueue(),
    rollOver: (at) => {
      for (; at >= timeline.changesAt; timeline.changesAt = nextChange()) {
        if (warming && warming.movesAt < dayEnds) timeline.cap = warming.move();
        else {
          timeline.used = 0;
          dayEnds += DAY;
          warming?.dayEnds();
        }
      }
    },
    moveTo: (at) => {
      timeline.at = at === Infinity || !isPaced(inbox) ? at : nextSlot(inbox, at);
      timeline.slot = timeline.at;
      timeline.turns = 0;
    },
    sent: (at, counts) => {
      if (counts) timeline.used++;
      warming?.sent();
      if (isPaced(inbox)) timeline.moveTo(at + Math.max(inbox.gap_from * 1_000, 1));
      else timeline.turns++;
    },
  };
  return timeline;
}

/** When an inbox may send first: at once where it keeps no gaps, or where its latest slot is still to be used. */
function firstChance(inbox: PlannedInbox, from: number): { at: number; slot: number } {
  if (!isPaced(inbox)) return { at: from, slot: from };
  const rested = Math.max(from, inbox.last_claim_at + inbox.gap_from * 1_000);
  const last = lastSlot(inbox, rested);
  const unused = last !== null && last > inbox.last_slot_at && rested - last <= GRACE;
  if (unused) return { at: rested, slot: last };
  const slot = nextSlot(inbox, rested);
  return { at: slot, slot };
}

function endOfDay(at: number): number {
  return beginningOfIstDay(istDay(new Date(at))) + DAY;
}

/** The inbox whose turn it is: the earliest and, of several, the one whose slot came first or that has sent least at that moment. */
export function earliest(timelines: readonly InboxTimeline[]): InboxTimeline | undefined {
  let first: InboxTimeline | undefined;
  for (const timeline of timelines) {
    if (timeline.at === Infinity) continue;
    if (!first || comesBefore(timeline, first)) first = timeline;
  }
  return first;
}

function comesBefore(timeline: InboxTimeline, other: InboxTimeline): boolean {
  if (timeline.at !== other.at) return timeline.at < other.at;
  return timeline.slot === other.slot ? timeline.turns < other.turns : timeline.slot < other.slot;
}

/** What waits for an inbox of a campaign, made when it is first asked for. */
export function queuesOf(
  timeline: InboxTimeline,
  campaign: Sending,
  due: Float64Array,
  knownUntil: PlanInput['knownUntil'],
): Queues {
  let queues = timeline.queues.get(campaign);
  if (!queues) {
    const [follow, fresh] = [new DueQueue(due), new DueQueue(due)];
    if (knownUntil) {
      follow.knownUntil = knownUntil(campaign.place, timeline.place, false);
      fresh.knownUntil = knownUntil(campaign.place, timeline.place, true);
    }
    queues = { campaign, follow, fresh, waiting: [], waitsUntil: Infinity };
    timeline.queues.set(campaign, queues);
  }
  return queues;
}
