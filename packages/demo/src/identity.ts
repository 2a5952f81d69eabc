import type { AccountPlan } from './account-plans.ts';
import { type Clock, idAt } from './clock.ts';

/** UUID of a planned account. */
export function accountId(plan: AccountPlan, at: Clock): string {
  return idAt(at(plan.created), plan.name);
}

/** UUID of an account's magnet, by its slug. */
export function magnetId(plan: AccountPlan, slug: string, at: Clock): string {
  const magnet = plan.magnets.find((one) => one.slug === slug);
  if (!magnet) throw new Error(`${plan.name} has no magnet "${slug}".`);
  return idAt(at(magnet.created), `${plan.name} ${slug}`);
}

/** UUID of an account's campaign, by its name. */
export function campaignId(plan: AccountPlan, name: string, at: Clock): string {
  return idAt(at(createdAt(plan, name)), `${plan.name} ${name}`);
}

/** UUID of a variant: steps and variants are counted from 0. */
export function variantId(
  plan: AccountPlan,
  campaign: string,
  step: number,
  variant: number,
  at: Clock,
): string {
  return idAt(at(createdAt(plan, campaign)), `${plan.name} ${campaign} ${step} ${variant}`);
}

/** UUID of an account's inbox, by its place. */
export function inboxId(plan: AccountPlan, place: number, at: Clock): string {
  const inbox = plan.inboxes[place];
  if (!inbox) throw new Error(`${plan.name} has no inbox ${place}.`);
  return idAt(at(inbox.created), inbox.address);
}

function createdAt(plan: AccountPlan, name: string): number {
  const campaign = plan.campaigns.find((one) => one.name === name);
  if (!campaign) throw new Error(`${plan.name} has no campaign "${name}".`);
  return campaign.created;
}
