import { inboxOf, variantOf } from './choices.ts';
import { Emails } from './emails.ts';
import { earliest, type Lane, type Queues, queuesOf, startInbox } from './lane.ts';
import type { Plan, PlanInput, PlannedLeads } from './model.ts';
import type { DueQueue } from './queue.ts';
import { type Sending, startCampaign } from './sending.ts';
import { daysLater } from './zone.ts';

/**
 * When which lead gets which step and variant from which inbox, from a moment until another. Pure: the same input gives the same
 * plan, and what it says of the first moment is what the sender claims then. What was put off comes first, then follow-ups, then
 * first emails. All limits hold at once, so the smallest decides.
 */
export function plan(input: PlanInput): Plan {
  const { from, until, limit = Infinity, campaigns, inboxes, leads, knownUntil } = input;
  const planned = new Emails();
  const due = leads.due.slice(0, leads.length);
  const next = leads.step.slice(0, leads.length);
  const sending = campaigns.map((campaign, place) => startCampaign(campaign, place, from, until));
  const lanes = inboxes.map((inbox, place) => startInbox(inbox, place, from));

  const wait = (lane: Lane, campaign: Sending, lead: number) => {
    const { follow, fresh } = queuesOf(lane, campaign, due, knownUntil);
    (next[lead] === 1 ? fresh : follow).push(lead);
  };

  /** A lead's place in the sequence after an email, if that is within the plan. */
  const goOn = (lane: Lane, campaign: Sending, lead: number, following: { step: number; due: number }) => {
    if (following.due > until) return;
    due[lead] = following.due;
    next[lead] = following.step;
    wait(lane, campaign, lead);
  };

  for (let lead = 0; lead < leads.length; lead++) {
    const campaign = sending[leads.campaign[lead] ?? 0];
    const inbox = campaign && inboxOf(leads, lead, campaign.campaign, inboxes);
    const lane = inbox === undefined ? undefined : lanes[inbox];
    if (!campaign || !lane) continue;
    const retry = leads.retries.get(lead);
    if (retry) lane.retries.add(lead, due[lead] ?? 0, retry, campaign);
    else wait(lane, campaign, lead);
  }

  for (;;) {
    const lane = earliest(lanes);
    if (!lane || lane.at > until) return planned.finish(until);
    const { at, slot } = lane;
    if (planned.length >= limit) return planned.finish(at);
    lane.rollOver(at);
    const again = lane.retries.take(lane, leads);
    if (again) {
      const { lead, campaign, retry } = again;
      planned.add(at, lead, lane.place, next[lead] ?? 1, retry.variant);
      lane.sent(at, again.countsForInbox);
      campaign.sent(leads, lead, again.countsForCampaign);
      if (retry.next) goOn(lane, campaign, lead, retry.next);
      continue;
    }
    const ready = lane.used < lane.cap ? readyQueue(lane, leads, wait) : undefined;
    if (ready === 'unknown') return planned.finish(at);
    const lead = ready?.of.pop();
    if (!ready || lead === undefined) {
      lane.moveTo(Math.max(nextChance(lane, leads), at + 1));
      continue;
    }
    const { campaign } = ready;
    const { steps } = campaign.campaign;
    const place = steps.findIndex(({ step }) => step === next[lead]);
    const step = steps[place];
    if (!step) continue;
    planned.add(at, lead, lane.place, step.step, variantOf(leads.seed[lead] ?? 0, step));
    lane.sent(at, true);
    campaign.sent(leads, lead, true);
    const following = steps[place + 1];
    if (following) {
      const followsAt = daysLater(campaign.zone, slot, following.delay_days);
      goOn(lane, campaign, lead, { step: following.step, due: followsAt });
    }
  }
}

type Wait = (lane: Lane, campaign: Sending, lead: number) => void;

interface Ready {
  queues: Queues;
  campaign: Sending;
  of: DueQueue;
}

/**
 * The queue whose head is written to by an inbox now: follow-ups first, and of each kind who was due first. Unknown where somebody
 * who was not given may come before them.
 */
function readyQueue(lane: Lane, leads: PlannedLeads, wait: Wait): Ready | 'unknown' | undefined {
  const { at, slot } = lane;
  let best: Ready | undefined;
  for (const queues of lane.queues.values()) {
    const { campaign, follow, fresh } = queues;
    if (campaign.isCapped(at) || !campaign.allows(slot, at)) continue;
    comeBack(lane, queues, wait);
    for (const of of [follow, fresh]) {
      postponeCapped(of, queues, lane, leads);
      if (of.nextAt > slot) continue;
      if (of.isUnknown) return 'unknown';
      const ready = { queues, campaign, of };
      if (!best || comesBefore(ready, best)) best = ready;
    }
  }
  return best;
}

/** Follow-ups, then who was due first, then whose campaign comes first. */
function comesBefore(one: Ready, other: Ready): boolean {
  if (isFresh(one) !== isFresh(other)) return isFresh(other);
  if (one.of.dueAt !== other.of.dueAt) return one.of.dueAt < other.of.dueAt;
  return one.campaign.place < other.campaign.place;
}

function isFresh({ of, queues }: Ready): boolean {
  return of === queues.fresh;
}

/** Who is at a domain that has had its share of the day waits for the next one, and lets the others pass. */
function postponeCapped(of: DueQueue, queues: Queues, { at, slot }: Lane, leads: PlannedLeads): void {
  const { campaign } = queues;
  for (;;) {
    const lead = of.head;
    if (lead === undefined || of.dueAt > slot || !campaign.domainIsCapped(leads, lead)) return;
    of.pop();
    queues.waiting.push(lead);
    queues.waitsUntil = campaign.dayEnds(at);
  }
}

function comeBack(lane: Lane, queues: Queues, wait: Wait): void {
  if (lane.at < queues.waitsUntil) return;
  const { waiting } = queues;
  queues.waiting = [];
  queues.waitsUntil = Infinity;
  for (const lead of waiting) wait(lane, queues.campaign, lead);
}

/** When there may be something to send for an inbox that has nothing now. */
function nextChance(lane: Lane, leads: PlannedLeads): number {
  const { at } = lane;
  const isFull = lane.used >= lane.cap;
  let chance = Infinity;
  for (const { campaign, follow, fresh, waitsUntil } of lane.queues.values()) {
    const due = Math.min(follow.nextAt, fresh.nextAt, waitsUntil);
    if (due === Infinity) continue;
    const from = Math.max(
      due,
      at,
      campaign.isCapped(at) ? campaign.dayEnds(at) : 0,
      isFull ? lane.changesAt : 0,
    );
    chance = Math.min(chance, campaign.opensAt(from));
  }
  return Math.min(chance, lane.retries.nextChance(lane, leads));
}
