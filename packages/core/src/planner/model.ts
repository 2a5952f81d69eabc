import type { Pace } from './slots.ts';
import type { PlannedWarmUp } from './warm-up.ts';
import type { SendingWindow } from './window.ts';

/** A campaign as the planner sees it. Ids are UUIDs, moments milliseconds since 1970. */
export interface PlannedCampaign {
  id: string;
  window: SendingWindow;
  daily_limit: number;
  /** Emails a day to addresses of one domain. */
  domain_limit: number | null;
  /** In their order. */
  steps: readonly PlannedStep[];
  /** Places of the inboxes that it may send through now. */
  inboxes: readonly number[];
  /** How much of its limits is used up on its day of the beginning. */
  used: number;
  used_by_domain: ReadonlyMap<string, number>;
}

export interface PlannedStep {
  step: number;
  delay_days: number;
  variants: readonly { id: string; seed: number }[];
}

/** An inbox that may send. */
export interface PlannedInbox extends Pace {
  /** Emails a day: its capacity, or what its warm-up allows where that is less. */
  cap: number;
  /** Given where its cap grows in the days that are planned. */
  warm_up?: PlannedWarmUp;
  /** How many of them are used up on the IST day of the beginning. */
  used: number;
  last_slot_at: number;
  last_claim_at: number;
}

/** Leads, each a place in all of these. Of equally due ones, who stands before the others comes first. */
export interface PlannedLeads {
  length: number;
  /** 32 bits of each lead that everything about it is drawn from. */
  seed: Uint32Array;
  /** Place of the campaign. */
  campaign: Uint16Array;
  /** The step that is next. */
  step: Uint8Array;
  due: Float64Array;
  /** Place of the inbox; -1 while it is not chosen, -2 where the one that wrote before cannot be used. */
  inbox: Int16Array;
  /** Place of the domain in `domains`. */
  domain: Uint32Array;
  domains: readonly string[];
  /** Leads whose step was tried and put off: it is tried again, before anybody else is written to. */
  retries: ReadonlyMap<number, PlannedRetry>;
}

/** A step that is tried again. Its lead's `step`, `due` and `inbox` are those of the attempt. */
export interface PlannedRetry {
  /** Place of the variant that was chosen. */
  variant: number;
  /** When it was tried last: on that day it counts no second time. */
  tried_at: number;
  /** What comes after it; null when it is the last. */
  next: { step: number; due: number } | null;
}

/** What is sent when, in the order of time: each email a place in all of these. */
export interface Plan {
  /** To when it holds: the end that was asked for, or where it has as many emails as wanted or would have to know more leads. */
  until: number;
  length: number;
  at: Float64Array;
  lead: Uint32Array;
  inbox: Uint16Array;
  step: Uint8Array;
  /** Place of the variant in its step. */
  variant: Uint8Array;
}

export interface PlanInput {
  from: number;
  /** Included. */
  until: number;
  /** At most so many emails. */
  limit?: number;
  campaigns: readonly PlannedCampaign[];
  inboxes: readonly PlannedInbox[];
  leads: PlannedLeads;
  /**
   * Where more leads wait for an inbox of a campaign than are given, when the last of these is due; infinity where there are no
   * more. The plan ends where it would have to know them.
   * @param campaign place
   * @param inbox place
   * @param first whether they wait for their first email
   */
  knownUntil?: (campaign: number, inbox: number, first: boolean) => number;
}
