import type { PlannedCampaign, PlannedInbox, PlanInput } from '../planner/model.ts';
import type { Cut } from './candidates.ts';

/** What a plan has to be told of leads who were not read. */
export function knownUntil(
  cuts: readonly Cut[],
  campaigns: readonly PlannedCampaign[],
  inboxes: readonly PlannedInbox[],
): NonNullable<PlanInput['knownUntil']> {
  const ends = new Map<string, number>();
  for (const { campaign, inbox, first, due } of cuts) {
    const key = `${campaign} ${inbox} ${first}`;
    ends.set(key, Math.min(ends.get(key) ?? Infinity, due));
  }
  return (campaign, inbox, first) =>
    ends.get(`${campaigns[campaign]?.id} ${inboxes[inbox]?.id} ${first}`) ?? Infinity;
}
