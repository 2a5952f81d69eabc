import { inboxOf, variantOf } from './choices.ts';
import { Emails } from './emails.ts';
import { earliest, type InboxTimeline, type Queues, queuesOf, startTimeline } from './inbox-timeline.ts';
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
  const timelines = inboxes.map((inbox, place) => startTimeline(inbox, place, from));

  const wait = (timeline: InboxTimeline, campaign: Sending, lead: number) => {
    const { follow, fresh } = queuesOf(timeline, campaign, due, knownUntil);
    (next[lead] === 1 ? fresh : follow).push(lead);
  };

  /** A lead's place in the sequence after an email, if that is within the plan. */
  const goOn = (
    timeline: InboxTimeline,
    campaign: Sending,
    lead: number,
    following: { step: number; due: number },
  ) => {
    if (following.due > until) return;
    due[lead] = following.due;
    next[lead] = following.step;
    wait(timeline, campaign, lead);
  };

  for (let lead = 0; lead < leads.length; lead++) {
    const campaign = sending[leads.campaign[lead] ?? 0];
    const inbox = campaign && inboxOf(leads, lead, campaign.campaign, inboxes);
    const timeline = inbox === undefined ? undefined : timelines[inbox];
    if (!campaign || !timeline) continue;
    const retry = leads.retries.get(lead);
    if (retry) timeline.retries.add(lead, due[lead] ?? 0, retry, campaign);
    else wait(timeline, campaign, lead);
  }

  for (;;) {
    const timeline = earliest(timelines);
    if (!timeline || timeline.at > until) return planned.finish(until);
    const { at, slot } = timeline;
    if (planned.length >= limit) return planned.finish(at);
    timeline.rollOver(at);
    const again = timeline.retries.take(timeline, leads);
    if (again) {
      const { lead, campaign, retry } = again;
      planned.add(at, lead, timeline.place, next[lead] ?? 1, retry.variant);
      timeline.sent(at, again.countsForInbox);
      campaign.sent(leads, lead, again.countsForCampaign);
      if (retry.next) goOn(timeline, campaign, lead, retry.next);
      continue;
    }
    const ready = timeline.used < timeline.cap ? readyQueue(timeline, leads, wait) : undefined;
    if (ready === 'unknown') return planned.finish(at);
    const lead = ready?.queue.pop();
    if (!ready || lead === undefined) {
      timeline.moveTo(Math.max(nextChance(timeline, leads), at + 1));
      continue;
    }
    const { campaign } = ready;
    const { steps } = campaign.campaign;
    const place = steps.findIndex(({ step }) => step === next[lead]);
    const step = steps[place];
    if (!step) continue;
    planned.add(at, lead, timeline.place, step.step, variantOf(leads.seed[lead] ?? 0, step));
    timeline.sent(at, true);
    campaign.sent(leads, lead, true);
    const following = steps[place + 1];
    if (following) {
      const followsAt = daysLater(campaign.zone, slot, following.delay_days);
      goOn(timeline, campaign, lead, { step: following.step, due: followsAt });
    }
  }
}

type Wait = (timeline: InboxTimeline, campaign: Sending, lead: number) => void;

interface Ready {
  queues: Queues;
  campaign: Sending;
  queue: DueQueue;
}

/**
 * The queue whose head is written to by an inbox now: follow-ups first, and of each kind who was due first. Unknown where somebody
 * who was not given may come before them.
 */
function readyQueue(timeline: InboxTimeline, leads: PlannedLeads, wait: Wait): Ready | 'unknown' | undefined {
  const { at, slot } = timeline;
  let best: Ready | undefined;
  for (const queues of timeline.queues.values()) {
    const { campaign, follow, fresh } = queues;
    if (campaign.isCapped(at) || !campaign.allows(slot, at)) continue;
    comeBack(timeline, queues, wait);
    for (const queue of [follow, fresh]) {
      postponeCapped(queue, queues, timeline, leads);
      if (queue.nextAt > slot) continue;
      if (queue.isUnknown) return 'unknown';
      const ready = { queues, campaign, queue };
      if (!best || comesBefore(ready, best)) best = ready;
    }
  }
  return best;
}

/** Follow-ups, then who was due first, then whose campaign comes first. */
function comesBefore(one: Ready, other: Ready): boolean {
  if (isFresh(one) !== isFresh(other)) return isFresh(other);
  if (one.queue.dueAt !== other.queue.dueAt) return one.queue.dueAt < other.queue.dueAt;
  return one.campaign.place < other.campaign.place;
}

function isFresh({ queue, queues }: Ready): boolean {
  return queue === queues.fresh;
}

/** A lead at a domain that has reached its limit for the day waits for the next day, and lets others go first. */
function postponeCapped(
  queue: DueQueue,
  queues: Queues,
  { at, slot }: InboxTimeline,
  leads: PlannedLeads,
): void {
  const { campaign } = queues;
  for (;;) {
    const lead = queue.head;
    if (lead === undefined || queue.dueAt > slot || !campaign.domainIsCapped(leads, lead)) return;
    queue.pop();
    queues.waiting.push(lead);
    queues.waitsUntil = campaign.dayEnds(at);
  }
}

function comeBack(timeline: InboxTimeline, queues: Queues, wait: Wait): void {
  if (timeline.at < queues.waitsUntil) return;
  const { waiting } = queues;
  queues.waiting = [];
  queues.waitsUntil = Infinity;
  for (const lead of waiting) wait(timeline, queues.campaign, lead);
}

/** When there may be something to send for an inbox that has nothing now. */
function nextChance(timeline: InboxTimeline, leads: PlannedLeads): number {
  const { at } = timeline;
  const isFull = timeline.used >= timeline.cap;
  let chance = Infinity;
  for (const { campaign, follow, fresh, waitsUntil } of timeline.queues.values()) {
    const due = Math.min(follow.nextAt, fresh.nextAt, waitsUntil);
    if (due === Infinity) continue;
    const from = Math.max(
      due,
      at,
      campaign.isCapped(at) ? campaign.dayEnds(at) : 0,
      isFull ? timeline.changesAt : 0,
    );
    chance = Math.min(chance, campaign.opensAt(from));
  }
  return Math.min(chance, timeline.retries.nextChance(timeline, leads));
}
