import { startInbox } from './lane.ts';
import type { Plan, PlannedInbox } from './model.ts';

/** The inboxes as they are at a later moment, with the caps that their warm-ups have come to by what is planned until then. */
export function warmedUp(
  inboxes: readonly PlannedInbox[],
  planned: Plan,
  { from, at }: { from: number; at: number },
): PlannedInbox[] {
  const lanes = inboxes.map((inbox, place) => (inbox.warm_up ? startInbox(inbox, place, from) : null));
  for (let place = 0; place < planned.length; place++) {
    const [lane, sentAt = at] = [lanes[planned.inbox[place] ?? 0], planned.at[place]];
    if (sentAt >= at) break;
    lane?.rollOver(sentAt);
    lane?.sent(sentAt, true);
  }
  return inboxes.map((inbox, place) => {
    const lane = lanes[place];
    lane?.rollOver(at);
    return lane ? { ...inbox, cap: lane.cap } : inbox;
  });
}
