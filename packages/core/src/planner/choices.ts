import { choose, mix } from './draw.ts';
import type { PlannedCampaign, PlannedInbox, PlannedLeads, PlannedStep } from './model.ts';

/** Place of the inbox that writes to a lead; undefined when none can. */
export function inboxOf(
  leads: PlannedLeads,
  lead: number,
  campaign: PlannedCampaign,
  inboxes: readonly PlannedInbox[],
): number | undefined {
  const kept = leads.inbox[lead] ?? -1;
  if (kept >= 0) return kept;
  return kept === -2 ? undefined : chooseInbox(leads.seed[lead] ?? 0, campaign, inboxes);
}

/** The inbox that begins a lead's sequence: by hash, and as often as its cap lets it send. */
export function chooseInbox(
  seed: number,
  campaign: PlannedCampaign,
  inboxes: readonly PlannedInbox[],
): number | undefined {
  const candidates = campaign.inboxes.flatMap((place) => {
    const inbox = inboxes[place];
    return inbox ? [{ place, seed: seedOf(inbox.id), weight: inbox.cap }] : [];
  });
  return candidates[choose(seed, candidates)]?.place;
}

/** Place of the variant that a lead gets of a step, by hash. */
export function variantOf(seed: number, { step, variants }: PlannedStep): number {
  let [chosen, best] = [0, -1];
  for (let place = 0; place < variants.length; place++) {
    const drawn = mix(mix(seed + step) ^ (variants[place]?.seed ?? 0));
    if (drawn > best) [best, chosen] = [drawn, place];
  }
  return chosen;
}

const seeds = new Map<string, number>();

/** 32 bits of a UUID. */
export function seedOf(id: string): number {
  const known = seeds.get(id);
  if (known !== undefined) return known;
  const seed = seedOfUuid(id);
  if (seeds.size < 10_000) seeds.set(id, seed);
  return seed;
}

/** What everything about a lead is drawn from: known before they join, and the same whoever asks. */
export function seedOfLead(campaign: string, subscriber: string): number {
  return mix(seedOf(campaign) ^ seedOfUuid(subscriber));
}

/** The same, for UUIDs of which there are too many to keep. */
function seedOfUuid(id: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) bits = Math.imul(bits ^ id.charCodeAt(at), 0x01000193);
  return mix(bits);
}
